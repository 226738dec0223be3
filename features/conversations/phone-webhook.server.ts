import { site } from '../../site.config.ts'
import {
  recordCallStatus,
  recordDialStatus,
  type CallReport,
  recordMissedCall,
  receiveCall,
} from './incoming-calls.server.ts'
import { recordDeliveryReport } from './delivery-report.server.ts'
import {
  processOnce,
  inTransaction,
  signedWebhook,
  type Webhook,
  type WebhookNeeds,
} from './signed-webhook.server.ts'
import { connectTo, sayAndHangUp } from '../../server/providers/phone/twiml.ts'
import type { ServerFunction } from '../../platform/functions/server-function.ts'
import { cleanMediaType } from '../attachments/attachments.server.ts'
import type { IncomingTexts } from './incoming-sms.server.ts'
import type { IncomingMedia } from './text-media.server.ts'

interface Needs extends WebhookNeeds {
  config: { siteUrl: string; phone: { missedCallText: boolean } }
  incomingTexts: IncomingTexts
}

const RING_SECONDS = 20
const LONGEST_BODY = 10_000
const MOST_MEDIA = 10
const UNANSWERED_MESSAGE = `Thank you for calling ${site.name}. We cannot take your call right now, but we will get back to you.`

/** An incoming text. */
const sms = signedWebhook<Needs>('sms', async ({ field, now }, { incomingTexts }) => {
  // Repeats are found by the signed id; the idempotency header is not signed.
  const providerId = identifier(field('MessageSid'))
  const from = parsePhoneNumber(field('From'))
  // Short codes and alphanumeric senders cannot be answered and belong to no customer.
  if (providerId === null || from === null) return null
  return incomingTexts({
    providerId,
    from,
    body: field('Body').slice(0, LONGEST_BODY).toWellFormed(),
    media: readMedia(field),
    carrierAnswered: field('OptOutType') !== '',
    now,
  })
})

/** Delivery status of an outgoing text. */
const messageStatus = signedWebhook(
  'message-status',
  inTransaction(async (tx, { field, logId, now }) => {
    const providerId = identifier(field('MessageSid') || field('SmsSid'))
    const status = parseStatusWord(field('MessageStatus') || field('SmsStatus'))
    if (providerId === null || status === null) return null
    const errorCode = parseStatusWord(field('ErrorCode'))
    await recordDeliveryReport(tx, { logId, providerId, status, errorCode, duration: null, now })
    return null
  }),
)

/** An incoming call: rings the staff phone. */
const voice = signedWebhook(
  'voice',
  inTransaction<Needs>(async (tx, { field, now }, deps) => {
    const providerId = identifier(field('CallSid'))
    if (providerId === null) return null
    return processOnce(tx, { key: `voice:${providerId}`, now }, async () => {
      const logId = await receiveCall(tx, { providerId, from: parsePhoneNumber(field('From')), now })
      const { staffPhone } = deps.phone
      if (staffPhone === undefined) {
        await recordMissedCall(tx, { logId, textMissedCaller: deps.config.phone.missedCallText, now })
        return sayAndHangUp(UNANSWERED_MESSAGE)
      }
      const reportTo = webhookAddress(deps.config.siteUrl, 'dial-status', logId)
      return connectTo(staffPhone, { reportTo, seconds: RING_SECONDS })
    })
  }),
)

/** Status of a call's first leg. */
const callStatus = signedWebhook(
  'call-status',
  inTransaction<Needs>(async (tx, webhook, deps) => {
    const report = callReport(webhook, deps, { status: 'CallStatus', duration: 'CallDuration' })
    if (report !== null) await recordCallStatus(tx, report)
    return null
  }),
)

/** Status of a call's second leg. */
const dialStatus = signedWebhook(
  'dial-status',
  inTransaction<Needs>(async (tx, webhook, deps) => {
    const report = callReport(webhook, deps, { status: 'DialCallStatus', duration: 'DialCallDuration' })
    if (report === null) return null
    const { missed } = await recordDialStatus(tx, report)
    return missed ? sayAndHangUp(UNANSWERED_MESSAGE) : null
  }),
)

/** Every webhook the carrier calls. */
export const phoneWebhooks: readonly ServerFunction<Needs>[] = [
  sms,
  messageStatus,
  voice,
  callStatus,
  dialStatus,
]

function callReport(
  { field, logId, now }: Webhook,
  { config }: Needs,
  names: { status: string; duration: string },
): CallReport | null {
  const providerId = identifier(field('CallSid'))
  const status = parseStatusWord(field(names.status))
  if (providerId === null || status === null) return null
  const seconds = field(names.duration)
  return {
    logId,
    providerId,
    status,
    errorCode: parseStatusWord(field('ErrorCode')),
    duration: seconds === '' ? null : parseCount(seconds),
    textMissedCaller: config.phone.missedCallText,
    now,
  }
}

function identifier(text: string): string | null {
  return /^\w{1,64}$/.test(text) ? text : null
}

function parseStatusWord(text: string): string | null {
  return /^[\w-]{1,20}$/.test(text) ? text : null
}

/** E.164; null for short codes and hidden callers (Twilio sends +266696687, which spells ANONYMOUS). */
function parsePhoneNumber(text: string): string | null {
  const number = text.trim()
  return /^\+[1-9]\d{7,14}$/.test(number) && number !== '+266696687' ? number : null
}

/** The files of a text, at the carrier. */
function readMedia(field: (name: string) => string): IncomingMedia[] {
  const count = Math.min(parseCount(field('NumMedia')), MOST_MEDIA)
  return Array.from({ length: count }, (_, place) => ({
    source: field(`MediaUrl${place}`).slice(0, 2_000).toWellFormed(),
    type: cleanMediaType(field(`MediaContentType${place}`)),
  }))
}

function parseCount(text: string): number {
  const count = Number.parseInt(text, 10)
  return Number.isSafeInteger(count) ? Math.min(Math.max(count, 0), 30_000) : 0
}

/** A webhook address for the carrier. The signature covers the query, so the id in it can be trusted. */
export function webhookAddress(
  siteUrl: string,
  name: 'message-status' | 'call-status' | 'dial-status',
  logId: string,
): string {
  return `${siteUrl}/functions/v1/phone-webhook/${name}?log=${logId}`
}
