import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { FunctionError, requireBody, type ServerFunction } from '../../platform/functions/server-function.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import type { Config } from '../../server/config.ts'
import type { MailProvider } from '../../server/mail/mail-provider.ts'
import { requireStaff } from '../account/account.server.ts'
import { findMailboxIdentity, findReplyAddress, parseMail, receiveMail } from '../email/email.server.ts'

interface Needs {
  database: Database
  files: FileStore
  clock: Clock
  config: Config
  mail: MailProvider
}

const AUTH_SERVER = 'sandbox'
const address = z
  .email('Please give an email address.')
  .max(320)
  .transform((text) => text.toLowerCase())
const kinds = ['person', 'autoresponder', 'bounce', 'forged', 'staff'] as const
const request = z.discriminatedUnion('action', [
  z.object({ action: z.literal('list') }),
  z.object({ action: z.literal('mails'), address }),
  z.object({
    action: z.literal('write'),
    address,
    subject: z.string().max(500),
    message: z.string().max(50_000),
    kind: z.enum(kinds).default('person'),
  }),
])
type Wanted = z.infer<typeof request>
type Writing = Extract<Wanted, { action: 'write' }>

/** Controls the simulated mailboxes of the people we write to, for staff. 404 with a real mail server or mailbox. */
export const sandboxMail: ServerFunction<Needs> = {
  name: 'sandbox-mail',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    if (!deps.mail.simulated || deps.config.mail.mailbox !== undefined)
      throw new FunctionError(404, 'There is no sandbox: mail is real.')
    await requireStaff(c.get('identity'), deps)
    const wanted = await requireBody(
      c.req.raw,
      request,
      (error) => error.issues[0]?.message ?? 'Unknown action.',
    )
    return c.json(await runAction(wanted, deps))
  },
}

async function runAction(wanted: Wanted, deps: Needs): Promise<object> {
  switch (wanted.action) {
    case 'list':
      return { mailboxes: await asService(deps.database, listMailboxes, { readOnly: true }) }
    case 'mails':
      return {
        mails: await asService(deps.database, (tx) => listMails(tx, wanted.address), { readOnly: true }),
      }
    case 'write':
      return { success: true, outcome: await write(wanted, deps) }
  }
}

async function listMailboxes(tx: Transaction): Promise<object[]> {
  const { rows } = await tx.query(
    `select * from (
       select distinct on (log.phone_number) log.phone_number as address,
         trim(contact.first_name || ' ' || contact.last_name) as name, email.subject as "lastSubject", log.created_at as "lastAt"
       from public.communication_logs as log join public.email_messages as email on email.log_id = log.id
       left join public.crm_contacts as contact on contact.id = log.contact_id
       where log.type = 'email'
       order by log.phone_number, log.created_at desc) as newest
     order by "lastAt" desc limit 100`,
  )
  return rows
}

async function listMails(tx: Transaction, owner: string): Promise<object[]> {
  const { rows } = await tx.query(
    `select * from (
       select log.id, log.direction = 'inbound' as "fromOwner", email.subject, email.body_text as body, log.created_at as at
       from public.communication_logs as log join public.email_messages as email on email.log_id = log.id
       where log.type = 'email' and log.phone_number = $1 and log.status in ('sent', 'received', 'failed')
       order by log.created_at desc, log.id limit 100) as newest
     order by at, id`,
    [owner],
  )
  return rows
}

/** Composes a real mail and receives it as if it had arrived in the mailbox. */
async function write(wanted: Writing, { database, files, clock, config }: Needs): Promise<string> {
  const thread = await asService(database, (tx) => findThread(tx, wanted.address), { readOnly: true })
  const source = await compose(wanted, { us: findReplyAddress(config), thread, now: clock() })
  const parser = {
    parse: async (bytes: Uint8Array) => ({ mail: await parseMail(bytes), incomplete: false }),
    close: async () => undefined,
  }
  const { ownAddresses } = findMailboxIdentity(config)
  return receiveMail(
    { database, files, parser, ownAddresses, authServer: { exactly: AUTH_SERVER } },
    {
      folder: wanted.kind === 'staff' ? 'sent' : 'inbox',
      position: null,
      arrivedAt: clock(),
      size: source.byteLength,
      header: source,
      read: async () => source,
    },
  )
}

interface Thread {
  message_id: string
  reference_ids: string[]
}

/** The newest mail we sent to this address. */
async function findThread(tx: Transaction, owner: string): Promise<Thread | null> {
  const { rows } = await tx.query<Thread>(
    `select email.message_id, email.reference_ids
     from public.communication_logs as log join public.email_messages as email on email.log_id = log.id
     where log.type = 'email' and log.phone_number = $1 and log.direction = 'outbound' and log.status = 'sent'
     order by log.created_at desc limit 1`,
    [owner],
  )
  return rows[0] ?? null
}

async function compose(
  { address: owner, subject, message, kind }: Writing,
  { us, thread, now }: { us: string; thread: Thread | null; now: Date },
): Promise<Buffer> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const domain = owner.split('@').at(-1) ?? ''
  const answers = kind !== 'forged' && kind !== 'bounce' && thread !== null
  const { message: source } = await transport.sendMail({
    from: kind === 'staff' ? us : kind === 'bounce' ? 'mailer-daemon@sandbox.example' : owner,
    to: kind === 'staff' ? owner : us,
    subject,
    messageId: `<${randomUUID()}@${domain}>`,
    date: now,
    ...(kind === 'bounce'
      ? { raw: bounceSource(owner, us, thread?.message_id ?? '<none@sandbox.example>') }
      : { text: message }),
    ...(answers
      ? { inReplyTo: thread.message_id, references: [...thread.reference_ids, thread.message_id] }
      : {}),
    headers: kind === 'autoresponder' ? { 'Auto-Submitted': 'auto-replied' } : {},
  })
  if (!Buffer.isBuffer(source)) throw new TypeError('The message was not composed in memory')
  const verdict = kind === 'forged' ? 'fail' : 'pass'
  return Buffer.concat([
    Buffer.from(`Authentication-Results: ${AUTH_SERVER}; dmarc=${verdict} header.from=${domain}\r\n`),
    source,
  ])
}

function bounceSource(owner: string, us: string, original: string): string {
  return [
    'From: Mail Delivery System <mailer-daemon@sandbox.example>',
    `To: ${us}`,
    'Subject: Undelivered mail returned to sender',
    `Message-ID: <${randomUUID()}@sandbox.example>`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="report"',
    '',
    '--report',
    'Content-Type: text/plain',
    '',
    'The mail could not be delivered.',
    '--report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; sandbox.example',
    '',
    `Final-Recipient: rfc822; ${owner}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 There is no such mailbox',
    '',
    '--report',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${original}`,
    '--report--',
    '',
  ].join('\r\n')
}
