import { z } from 'zod'

const e164 = z.string().regex(/^\+[1-9]\d{7,14}$/, 'must be a number like +19105550142')

/** The settings of what sends texts and connects calls. */
export const phoneVariables = {
  PHONE_PROVIDER: z.enum(['simulated', 'twilio']).optional(),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: e164.optional(),
  TWILIO_MESSAGING_SERVICE_SID: z.string().optional(),
  TWILIO_API_BASE: z.url().optional(),
  STAFF_PHONE: e164.optional(),
  MISSED_CALL_TEXT: z.enum(['on', 'off']).default('on'),
}

const variables = z.object(phoneVariables)
type PhoneVariables = z.infer<typeof variables>

export interface PhoneSettings {
  provider: 'simulated' | 'twilio'
  accountSid: string | undefined
  /** Two while one is replaced by the other; both sign webhooks, the first one is used for sending. */
  authTokens: string[]
  from: string | undefined
  messagingServiceSid: string | undefined
  apiBase: string
  /** Rings first when staff call somebody, and when somebody calls. */
  staffPhone: string | undefined
  /** Whether callers nobody picked up for get one text a day. */
  missedCallText: boolean
}

/** Adds an issue where the carrier is chosen and something it needs is missing. */
export function checkPhoneVariables(values: PhoneVariables, context: z.RefinementCtx): void {
  const { provider, accountSid, authTokens, from, messagingServiceSid } = readPhone(values)
  const sender = from ?? messagingServiceSid
  if (provider === 'simulated' || (accountSid && authTokens.length > 0 && sender)) return
  context.addIssue({
    code: 'custom',
    path: ['PHONE_PROVIDER'],
    message:
      'twilio needs TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, and TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID',
  })
}

/** Account and token alone switch the carrier on. */
export function readPhone(values: PhoneVariables): PhoneSettings {
  const authTokens = (values.TWILIO_AUTH_TOKEN ?? '').split(',').flatMap((token) => token.trim() || [])
  const hasKey = values.TWILIO_ACCOUNT_SID !== undefined && authTokens.length > 0
  return {
    provider: values.PHONE_PROVIDER ?? (hasKey ? 'twilio' : 'simulated'),
    accountSid: values.TWILIO_ACCOUNT_SID,
    authTokens,
    from: values.TWILIO_FROM,
    messagingServiceSid: values.TWILIO_MESSAGING_SERVICE_SID,
    apiBase: (values.TWILIO_API_BASE ?? 'https://api.twilio.com').replace(/\/+$/, ''),
    staffPhone: values.STAFF_PHONE,
    missedCallText: values.MISSED_CALL_TEXT === 'on',
  }
}
