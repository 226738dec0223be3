import { createHmac } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { PhoneProvider } from './phone-provider.ts'
import { createSimulatedHandset, type HandsetOptions, type SimulatedHandset } from './simulated-handset.ts'
import { createSimulatedPhone } from './simulated-phone.ts'
import { createTwilioPhone } from './twilio-phone.ts'

/** A fictional number, for staff in simulations without one. */
const SIMULATED_STAFF_PHONE = '+19105550100'

export interface Phone {
  provider: PhoneProvider
  /** Rings first; absent: calls are not possible. */
  staffPhone: string | undefined
  /** The simulated phones; null with a real carrier. */
  handset: SimulatedHandset | null
}

export type PhoneParts = Pick<HandsetOptions, 'memory' | 'clock' | 'deliver' | 'businessNumber'> & {
  random: () => number
  countSegments: (body: string) => number
  /** Source of the simulated carrier's signing key. */
  secret: string
}

/** The configured carrier; without one, the simulation. */
export function choosePhone({ phone, siteUrl }: Pick<Config, 'phone' | 'siteUrl'>, parts: PhoneParts): Phone {
  const { staffPhone, accountSid } = phone
  if (phone.provider === 'twilio' && accountSid !== undefined) {
    return { provider: createTwilioPhone({ ...phone, accountSid }), staffPhone, handset: null }
  }
  const token = webhookToken(phone, parts.secret)
  return {
    provider: createSimulatedPhone({ ...parts, tokens: [token, ...phone.authTokens] }),
    staffPhone: staffPhone ?? SIMULATED_STAFF_PHONE,
    handset: createSimulatedHandset({ ...parts, siteUrl, token }),
  }
}

/** The carrier's webhook signing token; the simulated carrier's is derived from `secret`. */
export function webhookToken({ authTokens }: Pick<Config['phone'], 'authTokens'>, secret: string): string {
  return authTokens[0] ?? createHmac('sha256', secret).update('simulated carrier').digest('hex')
}
