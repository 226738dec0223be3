import { createHmac } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { PhoneProvider } from './phone-provider.ts'
import { createSimulatedHandset, type HandsetOptions, type SimulatedHandset } from './simulated-handset.ts'
import { createSimulatedPhone } from './simulated-phone.ts'
import { createTwilioPhone } from './twilio-phone.ts'

/** A telephone nobody has, for staff of a house without any. */
const SIMULATED_STAFF_PHONE = '+19105550100'

export interface Phone {
  provider: PhoneProvider
  /** Rings first; absent: calls cannot be made. */
  staffPhone: string | undefined
  /** The telephones of the simulation; null with a real carrier. */
  handset: SimulatedHandset | null
}

export type PhoneParts = Pick<HandsetOptions, 'memory' | 'clock' | 'deliver' | 'businessNumber'> & {
  random: () => number
  /** What the simulated carrier's own key is made from. */
  secret: string
}

/** The carrier of the configuration; without one, the simulation. */
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

/** What the carrier signs webhooks with; the simulated one has a key of its own, made from `secret`. */
export function webhookToken({ authTokens }: Pick<Config['phone'], 'authTokens'>, secret: string): string {
  return authTokens[0] ?? createHmac('sha256', secret).update('simulated carrier').digest('hex')
}
