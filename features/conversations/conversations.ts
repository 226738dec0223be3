import { staffName } from '../../web/ui/full-name.ts'
import type { MessageRow } from '../../db/row-types.ts'

/** The carrier's limit. */
const LONGEST_TEXT = 1600

/** Why a text cannot be sent as it is written; null if it can. A picture needs no words. */
export function explainInvalidText(text: string, pictures = 0): string | null {
  if (text.trim() === '' && pictures === 0) return 'Please select a contact and enter a message'
  if (text.length <= LONGEST_TEXT) return null
  return `A text can have at most 1,600 characters; this one has ${text.length.toLocaleString('en-US')}.`
}

const UNDELIVERED = new Set(['undelivered', 'failed', 'canceled', 'busy', 'no-answer'])

/** Green for sent, red for failed, no color for scheduled, received or canceled. */
export function statusTone(status: string): 'good' | 'bad' | 'plain' {
  if (status === 'sent' || status === 'initiated') return 'good'
  return hasFailed(status) ? 'bad' : 'plain'
}

function hasFailed(status: string): boolean {
  return ['failed', 'unknown', 'missed'].includes(status)
}

/** How to show the carrier's last report; null if it adds nothing to the status. */
export function deliveryBadge(
  status: string,
  delivery: string | null,
): { words: string; tone: 'good' | 'bad' | 'plain' } | null {
  if (delivery === null || delivery === status) return null
  const words = delivery.replaceAll(/[-_]/g, ' ')
  if (['delivered', 'read', 'completed'].includes(delivery)) return { words, tone: 'good' }
  return { words, tone: UNDELIVERED.has(delivery) ? 'bad' : 'plain' }
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
  const name = `${entry.direction === 'inbound' ? 'Incoming' : 'Outbound'} ${what}`
  const seconds = entry.duration_seconds ?? 0
  return seconds > 0 ? `${name}, ${durationWords(seconds)}` : name
}

function durationWords(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}

/** The author of an outbound entry, in a word or two. */
export function formatAuthor({ sender, purpose }: Pick<MessageRow, 'sender' | 'purpose'>): string | null {
  if (sender) return staffName(sender)
  return purpose === 'staff' ? null : 'Automatic'
}
