import type { SimulatedWebhook } from './simulated-memory.ts'

interface Chance {
  clock: () => Date
  random: () => number
}

const UNDELIVERABLE = '+15005550030'
const NOT_ANSWERING = '+15005550060'
const BUSY = '+15005550061'
/** One report in ten comes twice. */
const REPEATED = 0.1

/** The reports of a text: sent, then delivered, each after a delay of its own, so that now and then they swap. */
export function textReports(
  text: { providerId: string; to: string; reportTo: string },
  chance: Chance,
): SimulatedWebhook[] {
  const last: Record<string, string> =
    text.to === UNDELIVERABLE
      ? { MessageStatus: 'undelivered', ErrorCode: '30003' }
      : { MessageStatus: 'delivered' }
  const about = { MessageSid: text.providerId, SmsSid: text.providerId, To: text.to }
  const sent = { ...about, MessageStatus: 'sent' }
  const ended = { ...about, ...last }
  return [
    ...sometimesTwice({ url: text.reportTo, params: sent, at: later(chance, 200, 1_000) }, chance),
    ...sometimesTwice({ url: text.reportTo, params: ended, at: later(chance, 800, 1_500) }, chance),
  ]
}

/** The reports of a call to a contact: our own telephone rings and is picked up, then theirs. */
export function callReports(
  call: { providerId: string; staff: string; contact: string; reportTo: string; reportContactTo: string },
  chance: Chance,
): SimulatedWebhook[] {
  const outcome = contactOutcome(call.contact)
  const about = { CallSid: call.providerId, To: call.staff }
  const seconds = outcome === 'completed' ? '42' : '0'
  const steps: [url: string, params: Record<string, string>, after: number][] = [
    [call.reportTo, { ...about, CallStatus: 'ringing' }, 500],
    [call.reportTo, { ...about, CallStatus: 'in-progress' }, 1_500],
    [call.reportContactTo, { ...about, DialCallStatus: outcome, DialCallDuration: seconds }, 4_000],
    [call.reportTo, { ...about, CallStatus: 'completed', CallDuration: '47' }, 4_500],
  ]
  return steps.flatMap(([url, params, after]) =>
    sometimesTwice({ url, params, at: later(chance, after, 100) }, chance),
  )
}

function contactOutcome(number: string): 'completed' | 'no-answer' | 'busy' {
  if (number === NOT_ANSWERING) return 'no-answer'
  return number === BUSY ? 'busy' : 'completed'
}

function sometimesTwice(webhook: SimulatedWebhook, chance: Chance): SimulatedWebhook[] {
  if (chance.random() >= REPEATED) return [webhook]
  return [webhook, { ...webhook, at: new Date(webhook.at.getTime() + 300) }]
}

function later({ clock, random }: Chance, after: number, spread: number): Date {
  return new Date(clock().getTime() + after + Math.round(random() * spread))
}
