import { findSendTime } from './texting-hours.ts'

interface Pace {
  /** When the first text may go out. */
  from: Date
  /** Milliseconds between two texts. */
  gap: number
  /** When earlier texts of the sender go out. */
  taken: readonly Date[]
}

export interface SendTime {
  at: Date
  /** Whether quiet hours move it. */
  held: boolean
}

/**
 * When each text of a batch goes out: one after the other, around the sender's earlier ones, and those to people in quiet hours as
 * slowly once these end. A batch is no direct reply, so everybody has their quiet hours. `phones` are E.164.
 */
export function planSendTimes(phones: readonly string[], { from, gap, taken }: Pace): SendTime[] {
  const slotAt = (at: Date) => Math.floor(at.getTime() / gap)
  const slots = new Set(taken.map(slotAt))
  return phones.map((phoneE164) => {
    let at = from
    let held = false
    for (;;) {
      while (slots.has(slotAt(at))) at = new Date(at.getTime() + gap)
      const opening = findSendTime({ phoneE164, lastInboundAt: null, overrideReason: null }, at)
      if (opening === null) {
        slots.add(slotAt(at))
        return { at, held }
      }
      at = opening
      held = true
    }
  })
}
