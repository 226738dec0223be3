import type { Transaction } from '../../database/database.ts'
import { returnRateLimit, takeRateLimit } from '../../http/rate-limit.ts'

/** Wrong codes, per factor and per account: five, then one every three minutes. */
const GUESSES = { capacity: 5, perSeconds: 900 }

/** The buckets a guess is taken from. */
export function guessKeys({ userId, factorId }: { userId: string; factorId: string }): string[] {
  return [`auth:code:account:${userId}`, `auth:code:factor:${factorId}`]
}

/** Counts a guess before it is looked at. Returns the seconds to wait; 0 where it may be. */
export async function takeCodeGuess(tx: Transaction, keys: readonly string[], now: Date): Promise<number> {
  let longest = 0
  for (const key of keys) {
    longest = Math.max(longest, await takeRateLimit(tx, { key, ...GUESSES, now }))
  }
  return longest
}

/** Gives a guess back: the code was right. */
export async function forgiveCodeGuess(tx: Transaction, keys: readonly string[]): Promise<void> {
  for (const key of keys) await returnRateLimit(tx, { key, capacity: GUESSES.capacity })
}
