import { shortenText } from '../../web/ui/excerpt.ts'
import { site } from '../../site.config.ts'
import type { Transaction, Database } from '../../platform/database/database.ts'
import { declarePhones } from '../contacts/contacts.server.ts'
import {
  asksForReply,
  parseKeyword,
  type Wish,
  restoreConsent,
  withdrawConsent,
} from '../consent/consent.server.ts'
import { keepAnswer } from './signed-webhook.server.ts'
import { asIdentity } from '../../platform/database/as-identity.ts'
import { inBatches } from '../../server/batch-calls.ts'

const EXCERPT_LENGTH = 160

interface ReceivedText {
  providerId: string
  /** E.164. */
  from: string
  body: string
  mediaCount: number
  /** The carrier's own optional service has already answered this wish. */
  carrierAnswered: boolean
  now: Date
}

/** What to text back in the carrier's answer, and the row of the history it is. */
interface Reply {
  logId: string
  body: string
}

const OPTED_OUT_TEXT = `${site.name}: You will get no more texts from us. Reply START to get them again.`
const HELP_TEXT =
  `${site.name}: texts about your inquiry. Message frequency varies. Message and data rates may apply. ` +
  `For help call ${site.phone.display} or write to ${site.email.address}. Reply STOP to opt out.`

/** What the database says about a text it has written, or had written before. */
type Written = { provider_id: string } & (
  | { is_repeat: true; answer: string | null }
  | { is_repeat: false; contact_id: string; contact_name: string; contact_is_new: boolean }
)

interface TextingContact {
  id: string
  /** As staff would say it. */
  name: string
  isNew: boolean
}

/**
 * Writes everything that incoming texts mean, in the caller's transaction: the history, the contacts, what they say about
 * consent, the notifications. Returns the markup each is to be answered with, by the carrier's id; a repeat gets its first
 * answer again and changes nothing. Needs `service_role`.
 */
export async function receiveTexts(
  tx: Transaction,
  texts: readonly ReceivedText[],
  markupOf: (reply: Reply) => string,
): Promise<Map<string, string | null>> {
  const byId = new Map(texts.map((text) => [text.providerId, text]))
  const answers = new Map<string, string | null>()
  const notes: Note[] = []
  for (const written of await write(tx, [...byId.values()])) {
    const text = byId.get(written.provider_id)
    if (text === undefined) throw new Error('A text came back that was not sent.')
    if (written.is_repeat) {
      answers.set(text.providerId, written.answer)
      continue
    }
    const contact = { id: written.contact_id, name: written.contact_name, isNew: written.contact_is_new }
    const { reply, title } = await applyKeyword(tx, { text, contact, wish: parseKeyword(text.body) })
    notes.push(noteOf(text, { contact, title }))
    const answer = reply === null ? null : markupOf(reply)
    answers.set(text.providerId, answer)
    if (answer !== null) await keepAnswer(tx, `sms:${text.providerId}`, answer)
  }
  await notifyStaff(tx, notes)
  return answers
}

async function write(tx: Transaction, texts: readonly ReceivedText[]): Promise<Written[]> {
  await declarePhones(
    tx,
    texts.map(({ from }) => from),
  )
  const { rows } = await tx.query<Written>('select * from private.receive_texts($1)', [
    JSON.stringify(
      texts.map(({ providerId, from, body, mediaCount, now }) => ({
        provider_id: providerId,
        sender: from,
        body,
        media_count: mediaCount,
        awaits_reply: asksForReply(body),
        at: now,
      })),
    ),
  ])
  return rows
}

function noteOf(text: ReceivedText, { contact, title }: { contact: TextingContact; title: string }): Note {
  return {
    title,
    message: `${contact.name}: ${shortenText(text.body.replace(/\s+/g, ' ').trim(), EXCERPT_LENGTH) || attachments(text.mediaCount)}`,
    contactId: contact.id,
    now: text.now,
  }
}

interface Followed {
  reply: Reply | null
  /** Of the notification. */
  title: string
}

interface Wishing {
  text: ReceivedText
  contact: TextingContact
  wish: Wish
}

async function applyKeyword(tx: Transaction, { text, contact, wish }: Wishing): Promise<Followed> {
  const about = {
    number: text.from,
    contactId: contact.id,
    evidence: { text: text.body, provider_id: text.providerId },
    now: text.now,
  }
  switch (wish?.wish) {
    case 'stop': {
      const isNew = await withdrawConsent(tx, { ...about, method: 'keyword' })
      // The carrier confirms its own words, and one confirmation is all the law allows.
      const ours = isNew && !wish.alone && !text.carrierAnswered
      const reply = ours
        ? await writeReply(tx, { text, contact, purpose: 'opt_out', body: OPTED_OUT_TEXT })
        : null
      return { reply, title: 'Opted out of texts' }
    }
    case 'start': {
      const restored = await restoreConsent(tx, about)
      return { reply: null, title: restored ? 'Agreed to texts again' : titleOf(contact) }
    }
    case 'help': {
      const ours = !text.carrierAnswered && !(await wasHelped(tx, text))
      const reply = ours ? await writeReply(tx, { text, contact, purpose: 'help', body: HELP_TEXT }) : null
      return { reply, title: titleOf(contact) }
    }
    default:
      return { reply: null, title: titleOf(contact) }
  }
}

function titleOf(contact: TextingContact): string {
  return contact.isNew ? 'New text message from an unknown number' : 'New text message'
}

function attachments(count: number): string {
  return count === 0 ? '(empty)' : `${count} ${count === 1 ? 'picture' : 'pictures'}`
}

/** Two machines that help each other would never stop. */
async function wasHelped(tx: Transaction, { from, now }: ReceivedText): Promise<boolean> {
  const { rows } = await tx.query(
    `select id from public.communication_logs
     where phone_number = $1 and purpose = 'help' and created_at > $2::timestamptz - interval '1 hour' limit 1`,
    [from, now],
  )
  return rows.length > 0
}

async function writeReply(
  tx: Transaction,
  reply: { text: ReceivedText; contact: TextingContact; purpose: 'help' | 'opt_out'; body: string },
): Promise<Reply> {
  // After the text it answers, also where the two are sorted by time.
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

/** How many texts one transaction writes at most. */
const BATCH = 50

/** Takes a text that came in and resolves, once it is committed, to the markup to answer the carrier with; null for none. */
export type IncomingTexts = (text: ReceivedText) => Promise<string | null>

/**
 * Writes what comes at the same time in one transaction: a burst of texts then costs the database little more than the rows
 * themselves. `markupOf` puts a reply into the carrier's words.
 */
export function createIncomingSms(database: Database, markupOf: (reply: Reply) => string): IncomingTexts {
  return inBatches(
    (texts) =>
      asIdentity(database, { role: 'service_role' }, async (tx) => {
        const answers = await receiveTexts(tx, texts, markupOf)
        return ({ providerId }) => answers.get(providerId) ?? null
      }),
    BATCH,
  )
}

/** Something about a contact, for the inbox. */
interface Note {
  title: string
  message: string
  contactId: string | null
  now: Date
}

/** Puts notes into the inbox. Needs `service_role`. */
export async function notifyStaff(tx: Transaction, notes: readonly Note[]): Promise<void> {
  if (notes.length === 0) return
  await tx.query(
    `insert into public.notifications (title, message, contact_id, created_at)
     select title, message, "contactId", now
     from jsonb_to_recordset($1) as note (title text, message text, "contactId" uuid, now timestamptz)`,
    [JSON.stringify(notes)],
  )
}

/** Nobody could find out whether a text was sent; somebody has to look. */
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

/** A text that waited was not sent after all. Whoever wrote it a minute ago or later has seen that on the screen. */
export async function notifyOfDeadText(tx: Transaction, logId: string, now: Date): Promise<void> {
  await tx.query(
    `insert into public.notifications (title, message, contact_id, created_at)
     select 'A text was not sent', left('To ' || phone_number || ': ' || coalesce(error_message, 'refused'), 1000),
       contact_id, $2
     from public.communication_logs
     where id = $1 and purpose = 'staff' and created_at < $2::timestamptz - interval '1 minute'`,
    [logId, now],
  )
}
