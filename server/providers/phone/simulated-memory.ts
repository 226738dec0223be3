import type { CarrierText } from './phone-provider.ts'

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
  findTexts: (number: string) => Promise<CarrierText[]>
  /** What was written on this telephone, newest first. */
  findWordsFrom: (number: string) => Promise<string[]>
  schedule: (webhooks: readonly SimulatedWebhook[]) => Promise<void>
}
