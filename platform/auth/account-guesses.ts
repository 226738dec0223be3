import type { Transaction } from '../database/database.ts'
import { senderOf } from '../http/client-address.ts'
import { returnRateLimit, takeRateLimit } from '../http/rate-limit.ts'
import { fingerprint } from './auth-limits.ts'

/** Wrong passwords per account: ten, then one every 90 seconds. */
const GUESSES = { capacity: 10, perSeconds: 900 }

export interface Guess {
  email: string
  address: string
}

/**
 * Counts a password check before it is made, so that parallel guesses cannot overtake the count. Returns the
 * seconds to wait and the bucket; a right password is given back with `forgiveGuess`.
 */
export async function takeGuess(
  tx: Transaction,
  guess: Guess,
  now: Date,
): Promise<{ wait: number; key: string }> {
  const account = `auth:guess:${fingerprint(guess.email)}`
  // Where somebody is signed in to the account already, strangers guessing elsewhere do not lock them out.
  const key = (await isFamiliar(tx, guess)) ? `${account}:${senderOf(guess.address)}` : account
  return { key, wait: await takeRateLimit(tx, { key, ...GUESSES, now }) }
}

export async function forgiveGuess(tx: Transaction, key: string): Promise<void> {
  await returnRateLimit(tx, { key, capacity: GUESSES.capacity })
}

async function isFamiliar(tx: Transaction, { email, address }: Guess): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select session.id from auth.sessions as session join auth.users as account on account.id = session.user_id
     where account.email = $1 and session.ip <<= $2::inet limit 1`,
    [email, senderOf(address)],
  )
  return rowCount > 0
}
