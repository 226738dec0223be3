export interface OutgoingSms {
  /** E.164, here and everywhere. */
  to: string
  body: string
  /** Where the carrier reports the delivery to. */
  reportTo: string
}

export interface OutgoingCall {
  /** Rings first; when it is picked up, `contact` is called and the two are connected. */
  staff: string
  contact: string
  /** Where the carrier reports how the staff member's leg and the contact's leg went. */
  reportTo: string
  reportContactTo: string
}

/** What came of handing something to the carrier; a closed list, whatever the carrier's own words. */
export type SendResult =
  | { result: 'accepted'; providerId: string; status: string; segments: number | null }
  /** Looked at and refused: trying again changes nothing. `code` is the carrier's. */
  | { result: 'refused'; code: string | null; message: string }
  /** Nothing can have been sent: too many requests, no connection, or a key the carrier refuses. Safe to try again. */
  | { result: 'not sent'; reason: 'busy' | 'unreachable' | 'key refused' }
  /** It may have been sent, or not. Never to be repeated blindly. */
  | { result: 'unknown'; reason: 'time-out' | 'server error' | 'lost connection' }

/** A text as the carrier remembers it. */
export interface CarrierSms {
  providerId: string
  to: string
  body: string
  status: string
  errorCode: string | null
  createdAt: Date
}

export interface SignedRequest {
  /** The public address that was called, with its query. */
  url: string
  /** A name sent several times has all its values. */
  params: Readonly<Record<string, string | string[]>>
  signature: string | undefined
}

/** A telephone company. Every implementation passes `phone-provider.test.ts`. */
export interface PhoneProvider {
  /** True while no telephone anywhere rings. */
  readonly simulated: boolean
  sendText: (text: OutgoingSms) => Promise<SendResult>
  connectCall: (call: OutgoingCall) => Promise<SendResult>
  /** The newest texts handed over for this number, newest first; null while the carrier does not answer. */
  findTexts: (to: string) => Promise<CarrierSms[] | null>
  /** Whether the carrier answers, and takes our key. */
  isReachable: () => Promise<boolean>
  /** Whether a webhook was signed by this carrier. */
  isSigned: (request: SignedRequest) => Promise<boolean>
}

/** The carrier refuses texts to a number whose owner opted out. */
export const OPTED_OUT = '21610'
