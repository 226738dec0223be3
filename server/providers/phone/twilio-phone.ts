import type { Response } from 'undici'
import { z } from 'zod'
import { createTwilioCalls, type TwilioAccount } from './twilio-api.ts'
import type { CarrierSms, SendResult, OutgoingCall, OutgoingSms, PhoneProvider } from './phone-provider.ts'
import { createMediaFetch } from './fetch-media.ts'
import { connectTo } from './twiml.ts'
import { isSignedWith } from './webhook-signature.ts'

export interface TwilioOptions extends TwilioAccount {
  /** The caller ID, also the SMS sender unless there is a Messaging Service. */
  from: string | undefined
  messagingServiceSid: string | undefined
}

const RING_SECONDS = 25
const LISTED = '50'

const resource = z.object({
  sid: z.string().min(1).max(64),
  status: z.string().max(50),
  num_segments: z.coerce.number().int().min(1).nullish().catch(null),
})

const refusal = z.object({ code: z.coerce.string().nullish(), message: z.string().nullish() })

const list = z.object({
  messages: z.array(
    z.object({
      sid: z.string().min(1).max(64),
      to: z.string(),
      body: z.string().nullish(),
      status: z.string(),
      error_code: z.coerce.string().nullish(),
      date_created: z.coerce.date(),
    }),
  ),
})

/** Failures before the first byte of a request: DNS, routing, refused connection, TLS. */
const NEVER_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|CERT_.*|.*_CERT.*)$/

/** Twilio, through its REST API of 2010-04-01. */
export function createTwilioPhone(options: TwilioOptions): PhoneProvider {
  const request = createTwilioCalls(options)

  return {
    simulated: false,
    sendText: (text) => hand('Messages.json', textParameters(text, options)),
    connectCall: async (call) => {
      if (options.from === undefined) {
        return { result: 'refused', code: null, message: 'Calls need a number of their own (TWILIO_FROM).' }
      }
      return hand('Calls.json', await callParameters(call, options.from))
    },
    findTexts,
    fetchMedia: createMediaFetch(options),
    isReachable,
    isSigned: (request) => isSignedWith(options.authTokens, request),
  }

  /** A single attempt: the carrier has no idempotency keys. */
  async function hand(path: string, parameters: URLSearchParams): Promise<SendResult> {
    try {
      return await toSendResult(await request(`/${path}`, { method: 'POST', body: parameters }))
    } catch (error) {
      return classifyFetchError(error)
    }
  }

  async function findTexts(to: string): Promise<CarrierSms[] | null> {
    try {
      const query = new URLSearchParams({ To: to, PageSize: LISTED })
      const response = await request(`/Messages.json?${query.toString()}`)
      return response.ok ? toTexts(await response.json()) : null
    } catch {
      // Unreachable, or an unreadable response: the state is unknown.
      return null
    }
  }

  async function isReachable(): Promise<boolean> {
    try {
      const response = await request('.json')
      return response.status < 500 && response.status !== 429 && !refusesKey(response)
    } catch {
      return false
    }
  }
}

function textParameters(text: OutgoingSms, { from, messagingServiceSid }: TwilioOptions): URLSearchParams {
  const parameters = new URLSearchParams({
    To: text.to,
    ...(text.body === '' ? {} : { Body: text.body }),
    StatusCallback: text.reportTo,
    ...(messagingServiceSid === undefined
      ? { From: from ?? '' }
      : { MessagingServiceSid: messagingServiceSid }),
  })
  for (const address of text.media ?? []) parameters.append('MediaUrl', address)
  return parameters
}

async function callParameters(call: OutgoingCall, from: string): Promise<URLSearchParams> {
  const parameters = new URLSearchParams({
    To: call.staff,
    From: from,
    Timeout: String(RING_SECONDS),
    StatusCallback: call.reportTo,
    Twiml: await connectTo(call.contact, {
      reportTo: call.reportContactTo,
      seconds: RING_SECONDS,
      callerId: from,
    }),
  })
  for (const event of ['initiated', 'ringing', 'answered', 'completed'])
    parameters.append('StatusCallbackEvent', event)
  return parameters
}

async function toSendResult(response: Response): Promise<SendResult> {
  if (response.status === 429) return { result: 'not sent', reason: 'busy' }
  // Not specific to this SMS: all others fail alike, until an owner sets the right key.
  if (refusesKey(response)) return { result: 'not sent', reason: 'key refused' }
  if (response.status >= 500) return { result: 'unknown', reason: 'server error' }
  const text = await response.text()
  if (response.ok) return accepted(text)
  const { code, message } = refusal.catch({}).parse(readJson(text))
  return {
    result: 'refused',
    code: code ?? null,
    message: message ?? `The carrier answered with status ${response.status}.`,
  }
}

function refusesKey({ status }: Response): boolean {
  return status === 401 || status === 403
}

function accepted(text: string): SendResult {
  const parsed = resource.safeParse(readJson(text))
  if (!parsed.success) return { result: 'unknown', reason: 'server error' }
  const { sid, status, num_segments: segments } = parsed.data
  return { result: 'accepted', providerId: sid, status, segments: segments ?? null }
}

function toTexts(body: unknown): CarrierSms[] {
  return list.parse(body).messages.map((message) => ({
    providerId: message.sid,
    to: message.to,
    body: message.body ?? '',
    status: message.status,
    errorCode: message.error_code ?? null,
    createdAt: message.date_created,
  }))
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Whether a failed `fetch` never sent the request, or the outcome is unknown. Rethrows other errors. */
function classifyFetchError(error: unknown): SendResult {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return { result: 'unknown', reason: 'time-out' }
  if (!(error instanceof TypeError)) throw error
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (NEVER_CONNECTED.test(code)) return { result: 'not sent', reason: 'unreachable' }
  return { result: 'unknown', reason: 'lost connection' }
}
