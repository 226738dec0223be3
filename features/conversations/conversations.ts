import { staffName } from '../../web/ui/full-name.ts'
import type { MessageRow } from '../../db/row-types.ts'

/** Characters of what staff write. SQL checks some of them, too: `tests/database/column-limits.test.ts` compares them. */
export const messageLimits = {
  /** The carrier's limit. */
  text: 1600,
  /** Why an admin sends a text outside the allowed hours. */
  overrideReason: 500,
  subject: 500,
  email: 50_000,
  note: 10_000,
} as const

/** What staff decide about a text with unknown delivery. */
export const smsDecisions = ['sent', 'not-sent', 'send-again'] as const
export type SmsDecision = (typeof smsDecisions)[number]

/** Why a text cannot be sent as it is written; null if it can. A picture needs no words. */
export function explainInvalidText(text: string, pictures = 0): string | null {
  if (text.trim() === '' && pictures === 0) return 'Please select a contact and enter a message'
  if (text.length <= messageLimits.text) return null
  const [most, given] = [messageLimits.text, text.length].map((count) => count.toLocaleString('en-US'))
  return `A text can have at most ${most} characters; this one has ${given}.`
}

const kinds = { sms: 'text', call: 'call', email: 'email' }

/** "Outbound call, 6 min", "Missed call", "Incoming text". */
export function describeEntry(entry: {
  type: keyof typeof kinds
  direction: 'inbound' | 'outbound'
  status: string
  duration_seconds?: number | null
}): string {
  const what = kinds[entry.type]
  if (entry.status === 'missed') return `Missed ${what}`
  return withDuration(`${entry.direction === 'inbound' ? 'Incoming' : 'Outbound'} ${what}`, entry)
}

const verbs = { sms: 'texted', call: 'called', email: 'emailed' }

type Told = Parameters<typeof describeEntry>[0] & Pick<MessageRow, 'sender' | 'purpose'>

/** An entry with its author: "You texted", "Joel Harker called, 6 min", "Automatic text"; `own` is the reader's address. */
export function describeMessage(entry: Told, own: string): string {
  if (entry.direction === 'inbound') return describeEntry(entry)
  if (entry.sender) {
    const author = entry.sender.email === own ? 'You' : staffName(entry.sender)
    return withDuration(`${author} ${verbs[entry.type]}`, entry)
  }
  return entry.purpose === 'staff' ? describeEntry(entry) : `Automatic ${kinds[entry.type]}`
}

function withDuration(
  name: string,
  { duration_seconds: seconds }: { duration_seconds?: number | null },
): string {
  return seconds ? `${name}, ${durationWords(seconds)}` : name
}

function durationWords(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
