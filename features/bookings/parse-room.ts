import { staffLimits } from './staff-meetings.ts'

/** As SQL checks it. */
const ROOM = /^https:\/\/[a-z0-9.-]+\.[a-z0-9-]+(:[0-9]+)?([/?#][!-~]*)?$/

/** The address of a room at a video service as it is stored, from one with or without "https://"; null if it is none. */
export function parseRoom(typed: string): string | null {
  const text = typed.trim()
  const address = URL.parse(text.includes('://') ? text : `https://${text}`)?.href ?? ''
  return address.length <= staffLimits.room && ROOM.test(address) ? address : null
}
