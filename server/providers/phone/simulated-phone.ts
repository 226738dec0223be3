import { randomUUID } from 'node:crypto'
import { MAX_MEDIA_BYTES } from './phone-provider.ts'
import type {
  SendResult,
  OutgoingCall,
  OutgoingSms,
  PhoneProvider,
  CarrierSms,
  FetchedMedia,
} from './phone-provider.ts'
import { isSignedWith } from './webhook-signature.ts'

export interface SimulatedOptions {
  memory: SimulatedCarrierState
  clock: () => Date
  countSegments: (body: string) => number
  /** Sends a request to the product itself. */
  deliver: (request: Request) => Response | Promise<Response>
  /** 0 to 1: determines a report's delay and whether it repeats. */
  random: () => number
  /** Any of them may have signed a webhook. */
  tokens: readonly string[]
}

/** Numbers with simulated failures, some like those of the real carrier's test account. */
const answers: Readonly<Record<string, SendResult>> = {
  '+15005550001': { result: 'refused', code: '21211', message: 'The number is not a valid phone number.' },
  '+15005550004': { result: 'refused', code: '21610', message: 'Attempt to send to unsubscribed recipient' },
  '+15005550009': { result: 'refused', code: '21614', message: 'The number cannot receive texts.' },
  '+15005550029': { result: 'not sent', reason: 'busy' },
  '+15005550050': { result: 'unknown', reason: 'server error' },
}

/** Accepted and delivered, but the response is lost. */
const LOST_RESPONSE = '+15005550051'
const STOP = /^\s*(stop|stopall|unsubscribe|cancel|end|quit|revoke|optout)\s*$/i
const START = /^\s*(start|yes|unstop)\s*$/i
const UNDELIVERABLE = '+15005550030'
const NOT_ANSWERING = '+15005550060'
const BUSY = '+15005550061'
/** One report in ten comes twice. */
const REPEATED = 0.1

/**
 * An in-process carrier. SMS arrive on simulated phones, reports come back as signed webhooks, late, out of order and
 * sometimes twice.
 */
export function createSimulatedPhone(options: SimulatedOptions): PhoneProvider {
  const { memory, clock, tokens } = options
  return {
    simulated: true,
    sendText,
    connectCall,
    findTexts: (to) => memory.findTexts(to),
    fetchMedia: (address) => fetchSimulatedMedia(memory, address),
    isReachable: async () => true,
    isSigned: (request) => isSignedWith(tokens, request),
  }

  async function sendText(text: OutgoingSms): Promise<SendResult> {
    const answer = answers[text.to]
    if (answer !== undefined) return answer
    if (await isBlocked(text.to)) {
      return { result: 'refused', code: '21610', message: 'Attempt to send to unsubscribed recipient' }
    }
    const media = await fetchPictures(text.media ?? [], options)
    if (media === null) return { result: 'refused', code: '21620', message: 'Invalid media URL' }
    const providerId = newId('SM')
    const now = clock()
    await memory.addText({ providerId, number: text.to, fromPhone: false, body: text.body, at: now, media })
    await memory.schedule(textReports({ ...text, providerId }, options))
    if (text.to === LOST_RESPONSE) return { result: 'unknown', reason: 'time-out' }
    return { result: 'accepted', providerId, status: 'queued', segments: options.countSegments(text.body) }
  }

  /** The staff member always answers. */
  async function connectCall(call: OutgoingCall): Promise<SendResult> {
    const answer = answers[call.contact]
    if (answer !== undefined) return answer
    const providerId = newId('CA')
    await memory.schedule(callReports({ ...call, providerId }, options))
    return { result: 'accepted', providerId, status: 'queued', segments: null }
  }

  /** Like the real carrier: the last keyword that is a whole message decides. */
  async function isBlocked(number: string): Promise<boolean> {
    const words = await memory.findWordsFrom(number)
    return STOP.test(words.find((word) => STOP.test(word) || START.test(word)) ?? '')
  }
}

/** Fetches the pictures of a text as the real carrier does; null if one is not there. */
async function fetchPictures(
  addresses: readonly string[],
  { deliver }: SimulatedOptions,
): Promise<SimulatedMedia[] | null> {
  const media: SimulatedMedia[] = []
  for (const address of addresses) {
    const response = await deliver(new Request(address))
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok || !type.startsWith('image/')) return null
    media.push({ type, base64: Buffer.from(await response.arrayBuffer()).toString('base64') })
  }
  return media
}

/** The carrier's automatic reply to a stop or start keyword; null for anything else. */
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

/** The reports of an SMS: sent, then delivered, with random delays that sometimes swap them. */
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
    ...repeatSometimes({ url: text.reportTo, params: sent, at: later(chance, 200, 1_000) }, chance),
    ...repeatSometimes({ url: text.reportTo, params: ended, at: later(chance, 800, 1_500) }, chance),
  ]
}

/** The reports of a call: the staff phone rings and is answered, then the contact's. */
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
    repeatSometimes({ url, params, at: later(chance, after, 100) }, chance),
  )
}

function contactOutcome(number: string): 'completed' | 'no-answer' | 'busy' {
  if (number === NOT_ANSWERING) return 'no-answer'
  return number === BUSY ? 'busy' : 'completed'
}

function repeatSometimes(webhook: SimulatedWebhook, chance: Chance): SimulatedWebhook[] {
  if (chance.random() >= REPEATED) return [webhook]
  return [webhook, { ...webhook, at: new Date(webhook.at.getTime() + 300) }]
}

function later({ clock, random }: Chance, after: number, spread: number): Date {
  return new Date(clock().getTime() + after + Math.round(random() * spread))
}

export interface SimulatedText {
  providerId: string
  /** The phone it arrived at or was written on. */
  number: string
  fromPhone: boolean
  body: string
  at: Date
  media?: readonly SimulatedMedia[]
}

/** A pending webhook of the simulated carrier. */
export interface SimulatedWebhook {
  /** The public URL with its query. */
  url: string
  params: Readonly<Record<string, string>>
  at: Date
  /** What happens after the response to an incoming call. */
  thenDial?: 'completed' | 'no-answer'
}

/** The simulated carrier's state. Stored externally, so that all processes share the same phones. */
export interface SimulatedCarrierState {
  addText: (text: SimulatedText) => Promise<void>
  findTexts: (number: string) => Promise<CarrierSms[]>
  /** SMS written on this phone, newest first. */
  findWordsFrom: (number: string) => Promise<string[]>
  /** A file of a text; null if it has none at this place. */
  findMedia: (providerId: string, place: number) => Promise<SimulatedMedia | null>
  schedule: (webhooks: readonly SimulatedWebhook[]) => Promise<void>
}

/** A file of a text on a simulated phone. */
export interface SimulatedMedia {
  type: string
  base64: string
}

const MEDIA_HOST = 'https://media.simulated.example/'

/** The address of a file of a text, as the simulated carrier names it. */
export function simulatedMediaAddress(providerId: string, place: number): string {
  return `${MEDIA_HOST}${providerId}/${place}`
}

async function fetchSimulatedMedia(memory: SimulatedCarrierState, address: string): Promise<FetchedMedia> {
  if (!address.startsWith(MEDIA_HOST)) return { result: 'failed', reason: 'foreign address' }
  const [providerId = '', place = ''] = address.slice(MEDIA_HOST.length).split('/')
  const media = await memory.findMedia(providerId, Number(place))
  if (media === null) return { result: 'failed', reason: 'gone' }
  const bytes = Buffer.from(media.base64, 'base64')
  if (bytes.byteLength > MAX_MEDIA_BYTES) return { result: 'failed', reason: 'too large' }
  return { result: 'fetched', bytes }
}
