import { randomUUID } from 'node:crypto'
import { sizeOfText } from '../../../features/conversations/sms-segments.ts'
import type { SendResult, OutgoingCall, OutgoingSms, PhoneProvider, CarrierSms } from './phone-provider.ts'
import { isSignedWith } from './webhook-signature.ts'

export interface SimulatedOptions {
  memory: SimulatedMemory
  clock: () => Date
  /** 0 to 1: how long a report takes, whether it is repeated. */
  random: () => number
  /** Any of them may have signed a webhook. */
  tokens: readonly string[]
}

/** Numbers on which the simulated carrier misbehaves, some of them as on the real carrier's test account. */
const answers: Readonly<Record<string, SendResult>> = {
  '+15005550001': { result: 'refused', code: '21211', message: 'The number is not a valid phone number.' },
  '+15005550004': { result: 'refused', code: '21610', message: 'Attempt to send to unsubscribed recipient' },
  '+15005550009': { result: 'refused', code: '21614', message: 'The number cannot receive texts.' },
  '+15005550029': { result: 'not sent', reason: 'busy' },
  '+15005550050': { result: 'unknown', reason: 'server error' },
}
/** Taken and delivered, but the answer never comes. */
const SILENT = '+15005550051'

const STOP = /^\s*(stop|stopall|unsubscribe|cancel|end|quit|revoke|optout)\s*$/i
const START = /^\s*(start|yes|unstop)\s*$/i

/**
 * A carrier inside the process. Texts arrive on telephones that exist in its memory alone, reports come back as signed
 * webhooks, late, out of order and now and then twice.
 */
export function createSimulatedPhone(options: SimulatedOptions): PhoneProvider {
  const { memory, clock, tokens } = options
  return {
    simulated: true,
    sendText,
    connectCall,
    findTexts: (to) => memory.findTexts(to),
    isReachable: async () => true,
    isSigned: (request) => isSignedWith(tokens, request),
  }

  async function sendText(text: OutgoingSms): Promise<SendResult> {
    const answer = answers[text.to]
    if (answer !== undefined) return answer
    if (await isBlocked(text.to)) {
      return { result: 'refused', code: '21610', message: 'Attempt to send to unsubscribed recipient' }
    }
    const providerId = newId('SM')
    const now = clock()
    await memory.addText({ providerId, number: text.to, fromPhone: false, body: text.body, at: now })
    await memory.schedule(textReports({ ...text, providerId }, options))
    if (text.to === SILENT) return { result: 'unknown', reason: 'time-out' }
    return { result: 'accepted', providerId, status: 'queued', segments: sizeOfText(text.body).parts }
  }

  /** The staff member always picks up. */
  async function connectCall(call: OutgoingCall): Promise<SendResult> {
    const answer = answers[call.contact]
    if (answer !== undefined) return answer
    const providerId = newId('CA')
    await memory.schedule(callReports({ ...call, providerId }, options))
    return { result: 'accepted', providerId, status: 'queued', segments: null }
  }

  /** As the real one: the last of these words, alone in a text, decides. */
  async function isBlocked(number: string): Promise<boolean> {
    const words = await memory.findWordsFrom(number)
    return STOP.test(words.find((word) => STOP.test(word) || START.test(word)) ?? '')
  }
}

/** The confirmation the carrier itself sends for a stop or start word; null for anything else. */
export function carrierConfirmation(body: string): string | null {
  if (STOP.test(body)) {
    return 'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.'
  }
  if (START.test(body)) {
    return 'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe.'
  }
  return null
}

export function newId(kind: 'SM' | 'CA'): string {
  return kind + randomUUID().replaceAll('-', '')
}

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
function textReports(
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
function callReports(
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

export interface SimulatedText {
  providerId: string
  /** The telephone it arrived on or was written on. */
  number: string
  fromPhone: boolean
  body: string
  at: Date
}

/** A webhook the simulated carrier will send. */
export interface SimulatedWebhook {
  /** The whole public address, with its query. */
  url: string
  params: Readonly<Record<string, string>>
  at: Date
  /** What happens after the answer to an incoming call. */
  thenDial?: 'completed' | 'no-answer'
}

/** What the simulated carrier remembers. Kept outside of it, so that all processes see the same telephones. */
export interface SimulatedMemory {
  addText: (text: SimulatedText) => Promise<void>
  findTexts: (number: string) => Promise<CarrierSms[]>
  /** What was written on this telephone, newest first. */
  findWordsFrom: (number: string) => Promise<string[]>
  schedule: (webhooks: readonly SimulatedWebhook[]) => Promise<void>
}
