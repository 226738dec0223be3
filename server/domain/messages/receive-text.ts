import { site } from '../../../site.config.ts'
import type { Transaction } from '../../database/database.ts'
import { wishOf, type Wish } from '../consent/opt-out-words.ts'
import { restoreConsent, withdrawConsent } from '../consent/withdraw-consent.ts'
import { contactOfNumber, type NumberContact } from './contact-of-number.ts'
import { excerptOf, notifyStaff } from './text-notifications.ts'

export interface ReceivedText {
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
export interface Reply {
  logId: string
  body: string
}

const OPTED_OUT_TEXT = `${site.name}: You will get no more texts from us. Reply START to get them again.`
const HELP_TEXT =
  `${site.name}: texts about your inquiry. Message frequency varies. Message and data rates may apply. ` +
  `For help call ${site.phone.display} or write to ${site.email.address}. Reply STOP to opt out.`

/**
 * Writes everything an incoming text means, in the caller's transaction: the history, the contact, what it says about
 * consent, the notification. Returns the text that has to go back at once, if any. Needs `service_role`.
 */
export async function receiveText(tx: Transaction, text: ReceivedText): Promise<Reply | null> {
  const contact = await contactOfNumber(tx, text.from)
  await tx.query(
    `insert into public.communication_logs (type, direction, contact_id, phone_number, message, status, provider_id,
       media_count, created_at)
     values ('sms', 'inbound', $1, $2, $3, 'received', $4, $5, $6)`,
    [contact.id, text.from, text.body, text.providerId, text.mediaCount, text.now],
  )
  const wish = wishOf(text.body)
  const { reply, title } = await follow(tx, { text, contact, wish })
  await notifyStaff(tx, {
    title,
    message: `${contact.name}: ${excerptOf(text.body) || attachments(text.mediaCount)}`,
    contactId: contact.id,
    now: text.now,
  })
  return reply
}

interface Followed {
  reply: Reply | null
  /** Of the notification. */
  title: string
}

interface Wishing {
  text: ReceivedText
  contact: NumberContact
  wish: Wish
}

async function follow(tx: Transaction, { text, contact, wish }: Wishing): Promise<Followed> {
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

function titleOf(contact: NumberContact): string {
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
  reply: { text: ReceivedText; contact: NumberContact; purpose: 'help' | 'opt_out'; body: string },
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
