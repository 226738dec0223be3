import { site } from '../../site.config.ts'
import {
  recordCallStatus,
  recordDialStatus,
  type CallReport,
  recordMissedCall,
  receiveCall,
} from './incoming-calls.server.ts'
import { recordDeliveryReport } from './delivery-report.server.ts'
import { answerOnce, inTransaction, signedWebhook, type Webhook } from './signed-webhook.server.ts'
import { connectTo, say } from '../../server/providers/phone/twiml.ts'
import type { FunctionDependencies, ServerFunction } from '../../platform/functions/server-function.ts'

const RING_SECONDS = 20
const LONGEST_BODY = 10_000
const NOBODY_HERE = `Thank you for calling ${site.name}. We cannot take your call right now, but we will get back to you.`

/** Somebody texted the business. */
const sms = signedWebhook('sms', async ({ field, now }, { incomingTexts }) => {
  // The signed id tells repeats, not the idempotency header, which whoever repeats a request could change.
  const providerId = identifier(field('MessageSid'))
  const from = numberOf(field('From'))
  // Short codes and names cannot be answered and belong to no customer.
  if (providerId === null || from === null) return null
  return incomingTexts({
    providerId,
    from,
    body: field('Body').slice(0, LONGEST_BODY).toWellFormed(),
    mediaCount: countOf(field('NumMedia')),
    carrierAnswered: field('OptOutType') !== '',
    now,
  })
})

/** How far a text of ours has come. */
const messageStatus = signedWebhook(
  'message-status',
  inTransaction(async (tx, { field, logId, now }) => {
    const providerId = identifier(field('MessageSid') || field('SmsSid'))
    const status = wordOf(field('MessageStatus') || field('SmsStatus'))
    if (providerId === null || status === null) return null
    const errorCode = wordOf(field('ErrorCode'))
    await recordDeliveryReport(tx, { logId, providerId, status, errorCode, duration: null, now })
    return null
  }),
)

/** Somebody calls the business: the staff telephone rings. */
const voice = signedWebhook(
  'voice',
  inTransaction(async (tx, { field, now }, deps) => {
    const providerId = identifier(field('CallSid'))
    if (providerId === null) return null
    return answerOnce(tx, { key: `voice:${providerId}`, now }, async () => {
      const logId = await receiveCall(tx, { providerId, from: numberOf(field('From')), now })
      const { staffPhone } = deps.phone
      if (staffPhone === undefined) {
        await recordMissedCall(tx, { logId, textBack: deps.config.phone.missedCallText, now })
        return say(NOBODY_HERE)
      }
      const reportTo = webhookAddress(deps.config.siteUrl, 'dial-status', logId)
      return connectTo(staffPhone, { reportTo, seconds: RING_SECONDS })
    })
  }),
)

/** How our own end of a call fares. */
const callStatus = signedWebhook(
  'call-status',
  inTransaction(async (tx, webhook, deps) => {
    const report = callReport(webhook, deps, { status: 'CallStatus', duration: 'CallDuration' })
    if (report !== null) await recordCallStatus(tx, report)
    return null
  }),
)

/** How the other end of a call fared. */
const dialStatus = signedWebhook(
  'dial-status',
  inTransaction(async (tx, webhook, deps) => {
    const report = callReport(webhook, deps, { status: 'DialCallStatus', duration: 'DialCallDuration' })
    if (report === null) return null
    const { missed } = await recordDialStatus(tx, report)
    return missed ? say(NOBODY_HERE) : null
  }),
)

/** What the carrier calls. */
export const phoneWebhooks: readonly ServerFunction[] = [sms, messageStatus, voice, callStatus, dialStatus]

function callReport(
  { field, logId, now }: Webhook,
  { config }: FunctionDependencies,
  names: { status: string; duration: string },
): CallReport | null {
  const providerId = identifier(field('CallSid'))
  const status = wordOf(field(names.status))
  if (providerId === null || status === null) return null
  const seconds = field(names.duration)
  return {
    logId,
    providerId,
    status,
    errorCode: wordOf(field('ErrorCode')),
    duration: seconds === '' ? null : countOf(seconds),
    textBack: config.phone.missedCallText,
    now,
  }
}

function identifier(text: string): string | null {
  return /^\w{1,64}$/.test(text) ? text : null
}

function wordOf(text: string): string | null {
  return /^[\w-]{1,20}$/.test(text) ? text : null
}

/** E.164; null for hidden callers (which the carrier gives the number that spells ANONYMOUS) and for short codes. */
function numberOf(text: string): string | null {
  const number = text.trim()
  return /^\+[1-9]\d{7,14}$/.test(number) && number !== '+266696687' ? number : null
}

function countOf(text: string): number {
  const count = Number.parseInt(text, 10)
  return Number.isSafeInteger(count) ? Math.min(Math.max(count, 0), 30_000) : 0
}

/** Where the carrier tells us things. The signature covers the query, so an id in it can be trusted. */
export function webhookAddress(
  siteUrl: string,
  name: 'message-status' | 'call-status' | 'dial-status',
  logId: string,
): string {
  return `${siteUrl}/functions/v1/phone-webhook/${name}?log=${logId}`
}
