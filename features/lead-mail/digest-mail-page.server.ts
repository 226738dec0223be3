import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Transaction } from '../../platform/database/database.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import { uuid, type ServerFunction } from '../../platform/functions/server-function.ts'
import { isValidDigestKey } from './lead-mail.server.ts'
import { answerMailLink, type MailLinkNeeds } from './mail-link-page.server.ts'

interface Reader {
  address: string
  /** Whether the reader gets digests. */
  subscribed: boolean
}

/** GET changes nothing: mail scanners open every link. */
const show: ServerFunction<MailLinkNeeds> = {
  name: 'digest-mail',
  method: 'GET',
  callers: 'everybody',
  answer: (c, deps) =>
    withReader(c, deps, async (tx, id) => {
      const reader = await findReader(tx, id)
      return reader && renderReader(reader)
    }),
}

/** The button of the page, or the one-click unsubscribe of a mail program (RFC 8058). */
const stop: ServerFunction<MailLinkNeeds> = {
  name: 'digest-mail',
  method: 'POST',
  callers: 'everybody',
  answer: (c, deps) =>
    withReader(c, deps, async (tx, id) => {
      await stopDigests(tx, id)
      const reader = await findReader(tx, id)
      return reader && renderReader(reader)
    }),
}

export const digestMail: readonly ServerFunction<MailLinkNeeds>[] = [show, stop]

function withReader(
  c: Context<HttpEnv>,
  deps: MailLinkNeeds,
  answer: (tx: Transaction, id: string) => Promise<ReturnType<typeof html> | null>,
): Promise<Response> {
  const id = uuid.safeParse(c.req.query('reader')).data
  const isValid = id !== undefined && isValidDigestKey(id, c.req.query('key') ?? '', deps.secrets.jwtSecret)
  return answerMailLink(c, deps, {
    title: 'Email digests',
    subject: isValid ? `digests:${id}` : null,
    answer: async (tx) => (isValid ? answer(tx, id) : null),
  })
}

/** Null if the account left the staff. Needs `service_role`. */
async function findReader(tx: Transaction, id: string): Promise<Reader | null> {
  const { rows } = await tx.query<Reader>(
    `select email as address,
       exists (select from public.notification_choices where profile_id = id and mail in ('hourly', 'daily')) as subscribed
     from public.profiles where id = $1 and role <> 'client'`,
    [id],
  )
  return rows[0] ?? null
}

/** Keeps mails for each lead, which have their own link. Needs `service_role`. */
async function stopDigests(tx: Transaction, id: string): Promise<void> {
  await tx.query(
    `update public.notification_choices set mail = 'none' where profile_id = $1 and mail in ('hourly', 'daily')`,
    [id],
  )
}

function renderReader({ address, subscribed }: Reader) {
  return subscribed
    ? html`<p><b>${address}</b> gets digests of unread notifications.</p>
        <form method="post"><button>Stop these mails</button></form>`
    : html`<p role="status">
        <b>${address}</b> gets no digests of unread notifications. To get them again, sign in and choose under
        <a href="/login?view=account">Your account</a>.
      </p>`
}
