export interface OutgoingSms {
  /** E.164, here and everywhere. */
  to: string
  body: string
  /** Addresses of pictures, which the carrier fetches. */
  media?: readonly string[]
  /** Webhook URL for delivery reports. */
  reportTo: string
}

export interface OutgoingCall {
  /** Rings first; once answered, `contact` is called and both are connected. */
  staff: string
  contact: string
  /** Webhook URL for the status of both call legs. */
  reportTo: string
  reportContactTo: string
}

/** Result of a request to the carrier; a closed list, independent of the carrier's codes. */
export type SendResult =
  | { result: 'accepted'; providerId: string; status: string; segments: number | null }
  /** Rejected: a retry changes nothing. `code` is the carrier's. */
  | { result: 'refused'; code: string | null; message: string }
  /** Certainly not sent: rate limit, no connection, or a rejected key. Safe to retry. */
  | { result: 'not sent'; reason: 'busy' | 'unreachable' | 'key refused' }
  /** May have been sent. Never retry blindly. */
  | { result: 'unknown'; reason: 'time-out' | 'server error' | 'lost connection' }

/** A file of a received text; `gone` may still arrive shortly after the text. */
export type FetchedMedia =
  | { result: 'fetched'; bytes: Uint8Array }
  | { result: 'failed'; reason: 'gone' | 'too large' | 'foreign address' | 'unreachable' }

/** An SMS in the carrier's records. */
export interface CarrierSms {
  providerId: string
  to: string
  body: string
  status: string
  errorCode: string | null
  createdAt: Date
}

export interface SignedRequest {
  /** The public URL of the request, with its query. */
  url: string
  /** Repeated names have all their values. */
  params: Readonly<Record<string, string | string[]>>
  signature: string | undefined
}

/** A phone carrier: Twilio or the simulation. */
export interface PhoneProvider {
  /** True if no real phone rings. */
  readonly simulated: boolean
  sendText: (text: OutgoingSms) => Promise<SendResult>
  connectCall: (call: OutgoingCall) => Promise<SendResult>
  /** The latest SMS sent to this number, newest first; null if the carrier does not answer. */
  findTexts: (to: string) => Promise<CarrierSms[] | null>
  /** Fetches a file of a received text, at most 5 MB, from the carrier's own addresses. */
  fetchMedia: (address: string) => Promise<FetchedMedia>
  /** Whether the carrier answers and accepts our key. */
  isReachable: () => Promise<boolean>
  /** Whether this carrier signed the webhook. */
  isSigned: (request: SignedRequest) => Promise<boolean>
}

/** A larger file of a received text is not fetched. */
export const MAX_MEDIA_BYTES = 5 * 1024 * 1024

/** The carrier rejects SMS to a number whose owner opted out. */
export const OPTED_OUT = '21610'
