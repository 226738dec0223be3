import { toExcerpt } from '../../web/ui/excerpt.ts'
import type { Transaction, Database } from '../../platform/database/database.ts'
import { declarePhones } from '../contacts/contacts.server.ts'
import { asksForReply, changeConsent, parseKeyword, type Keyword } from '../consent/consent.server.ts'
import { helpText, optOutText } from '../consent/consent.ts'
import { storeAnswer } from './signed-webhook.server.ts'
import { asService } from '../../platform/database/as-identity.ts'
import { writeIncomingMedia, type IncomingMedia } from './text-media.server.ts'
import { batchCalls } from '../../server/batch-calls.ts'

interface ReceivedText {
  providerId: string
  /** E.164. */
  from: string
  body: string
  media: readonly IncomingMedia[]
  /** Whether the carrier's opt-out service has already replied. */
  carrierAnswered: boolean
  now: Date
}

/** A reply to send in the webhook response, and its history row. */
interface Reply {
  logId: string
  body: string
}

/** A text returned by private.receive_texts: newly written, or a repeat. */
type ReceivedRow = { provider_id: string } & (
  | { is_repeat: true; answer: string | null }
  | { is_repeat: false; contact_id: string; contact_name: string; contact_is_new: boolean }
)

interface TextingContact {
  id: string
  /** Display name for staff. */
  name: string
  isNew: boolean
}

interface KeywordResult {
  reply: Reply | null
  /** Title of the staff notification. */
  title: string
}

interface KeywordText {
  text: ReceivedText
  contact: TextingContact
  keyword: Keyword
}

/** Maximum number of texts per transaction. */
const BATCH = 50

/** Processes an incoming text. Resolves after the commit to the TwiML reply; null for none. */
export type IncomingTexts = (text: ReceivedText) => Promise<string | null>

/** A staff notification about a contact. */
interface Note {
  kind: 'text' | 'call'
  title: string
  message: string
  contactId: string | null
  now: Date
}

/**
 * Writes texts that arrive together in one transaction, so that a burst costs the database little more than the rows.
 * `toMarkup` turns a reply into TwiML.
 */
export function createIncomingSms(
  database: Database,
  toMarkup: (reply: Reply) => Promise<string>,
): IncomingTexts {
  return batchCalls(
    (texts) =>
      asService(database, async (tx) => {
        const answers = await receiveTexts(tx, texts, toMarkup)
        return ({ providerId }) => answers.get(providerId) ?? null
      }),
    BATCH,
  )
}

/**
 * Processes incoming texts in the caller's transaction: history, contacts, consent keywords and notifications. Returns the
 * TwiML reply for each, by the carrier's id; a repeat gets its first reply again and changes nothing. Needs `service_role`.
 */
export async function receiveTexts(
  tx: Transaction,
  texts: readonly ReceivedText[],
  toMarkup: (reply: Reply) => Promise<string>,
): Promise<Map<string, string | null>> {
  const byId = new Map(texts.map((text) => [text.providerId, text]))
  const answers = new Map<string, string | null>()
  const notes: Note[] = []
  const received = await writeTexts(tx, [...byId.values()])
  for (const written of received) {
    const text = byId.get(written.provider_id)
    if (text === undefined) throw new Error('private.receive_texts returned an unknown text.')
    if (written.is_repeat) {
      answers.set(text.providerId, written.answer)
      continue
    }
    const contact = { id: written.contact_id, name: written.contact_name, isNew: written.contact_is_new }
    const { reply, title } = await applyKeyword(tx, { text, contact, keyword: parseKeyword(text.body) })
    notes.push(toNotification(text, { contact, title }))
    const answer = reply === null ? null : await toMarkup(reply)
    answers.set(text.providerId, answer)
    if (answer !== null) await storeAnswer(tx, `sms:${text.providerId}`, answer)
  }
  await writeIncomingMedia(
    tx,
    received.flatMap(({ provider_id: id, is_repeat: repeat }) => (repeat ? [] : (byId.get(id) ?? []))),
  )
  await notifyStaff(tx, notes)
  return answers
}

async function writeTexts(tx: Transaction, texts: readonly ReceivedText[]): Promise<ReceivedRow[]> {
  await declarePhones(
    tx,
    texts.map(({ from }) => from),
  )
  const { rows } = await tx.query<ReceivedRow>('select * from private.receive_texts($1)', [
    JSON.stringify(
      texts.map(({ providerId, from, body, media, now }) => ({
        provider_id: providerId,
        sender: from,
        body,
        media_count: media.length,
        awaits_reply: asksForReply(body),
        at: now,
      })),
    ),
  ])
  return rows
}

async function applyKeyword(
  tx: Transaction,
  { text, contact, keyword }: KeywordText,
): Promise<KeywordResult> {
  const said = {
    method: 'keyword',
    occurred_at: text.now,
    contact_id: contact.id,
    phone_e164: text.from,
    evidence: { text: text.body, provider_id: text.providerId },
  } as const
  switch (keyword?.action) {
    case 'stop': {
      const isNew = (await changeConsent(tx, { ...said, action: 'revoke' })) === 'recorded'
      // The carrier confirms its own keywords, and the law allows only one confirmation.
      const ours = isNew && !keyword.alone && !text.carrierAnswered
      const reply = ours
        ? await writeReply(tx, { text, contact, purpose: 'opt_out', body: optOutText })
        : null
      return { reply, title: 'Opted out of texts' }
    }
    case 'start': {
      const restored = (await changeConsent(tx, { ...said, action: 'grant' })) === 'recorded'
      return { reply: null, title: restored ? 'Agreed to texts again' : notificationTitle(contact) }
    }
    case 'help': {
      const ours = !text.carrierAnswered && !(await gotHelpRecently(tx, text))
      const reply = ours ? await writeReply(tx, { text, contact, purpose: 'help', body: helpText }) : null
      return { reply, title: notificationTitle(contact) }
    }
    default:
      return { reply: null, title: notificationTitle(contact) }
  }
}

async function writeReply(
  tx: Transaction,
  reply: { text: ReceivedText; contact: TextingContact; purpose: 'help' | 'opt_out'; body: string },
): Promise<Reply> {
  // One millisecond later, so that sorting by time puts the reply after the text.
  const at = new Date(reply.text.now.getTime() + 1)
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.communication_logs (type, direction, contact_id, phone_number, message, status, purpose, created_at)
     values ('sms', 'outbound', $1, $2, $3, 'sent', $4, $5) returning id`,
    [reply.contact.id, reply.text.from, reply.body, reply.purpose, at],
  )
  const logId = rows[0]?.id
  if (logId === undefined) throw new Error('The reply was not returned.')
  return { logId, body: reply.body }
}

function notificationTitle(contact: TextingContact): string {
  return contact.isNew ? 'New text message from an unknown number' : 'New text message'
}

/** Limits HELP replies to one an hour: two auto-responders would answer each other without end. */
async function gotHelpRecently(tx: Transaction, { from, now }: ReceivedText): Promise<boolean> {
  const { rows } = await tx.query(
    `select id from public.communication_logs
     where phone_number = $1 and purpose = 'help' and created_at > $2::timestamptz - interval '1 hour' limit 1`,
    [from, now],
  )
  return rows.length > 0
}

function toNotification(
  text: ReceivedText,
  { contact, title }: { contact: TextingContact; title: string },
): Note {
  return {
    kind: 'text',
    title,
    message: `${contact.name}: ${toExcerpt(text.body) || countAttachments(text.media.length)}`,
    contactId: contact.id,
    now: text.now,
  }
}

function countAttachments(count: number): string {
  return count === 0 ? '(empty)' : `${count} ${count === 1 ? 'picture' : 'pictures'}`
}

/** Inserts staff notifications. Needs `service_role`. */
export async function notifyStaff(tx: Transaction, notes: readonly Note[]): Promise<void> {
  if (notes.length === 0) return
  await tx.query(
    `insert into public.notifications (kind, title, message, contact_id, created_at)
     select kind, title, message, "contactId", now
     from jsonb_to_recordset($1) as note (kind text, title text, message text, "contactId" uuid, now timestamptz)`,
    [JSON.stringify(notes)],
  )
}

/** Asks staff to check a text with an unknown outcome. */
export async function notifyOfUnknownText(tx: Transaction, logId: string, now: Date): Promise<void> {
  await tx.query(
    `insert into public.notifications (title, message, contact_id, created_at)
     select 'A text may not have been sent',
       'We could not find out whether the text to ' || phone_number || ' was sent. Please ask, or send it again.',
       contact_id, $2
     from public.communication_logs where id = $1`,
    [logId, now],
  )
}

/** Notifies staff that a queued text was not sent. Skipped for texts under a minute old: their author saw the error. */
export async function notifyOfFailedText(tx: Transaction, logId: string, now: Date): Promise<void> {
  await tx.query(
    `insert into public.notifications (title, message, contact_id, created_at)
     select 'A text was not sent', left('To ' || phone_number || ': ' || coalesce(error_message, 'refused'), 1000),
       contact_id, $2
     from public.communication_logs
     where id = $1 and purpose = 'staff' and created_at < $2::timestamptz - interval '1 minute'`,
    [logId, now],
  )
}
