import type { FormValues } from './unsent-message.ts'

export type SentPart = 'name' | 'time' | 'about' | 'message'

/** What the card about a sent message repeats of it. `at` is when it was received. */
export function describeSent(
  { name = '', service = '', message = '' }: FormValues,
  at: Date,
  timeZone: string,
): Record<SentPart, string> {
  const [first = ''] = name.trim().split(/\s+/)
  return {
    name: first,
    time: at.toLocaleTimeString('en-US', {
      timeZone,
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    }),
    about: service === '' ? '' : `, about ${service}`,
    message,
  }
}
