import type { Transaction } from '../database/database.ts'
import { senderOf } from '../http/client-address.ts'
import { returnRateLimit, takeRateLimit } from '../http/rate-limit.ts'
import type { SignedIn } from './require-user.ts'

/** Wrong codes of one sender: five, then one every three minutes. */
const OF_A_SENDER = { capacity: 5, perSeconds: 900 }
/** Wrong codes of all unfamiliar senders together, about 490 a day. More than one of them may use up alone. */
const OF_STRANGERS = { capacity: 20, perSeconds: 3600 }

interface Guesser extends SignedIn {
  address: string
}

interface Bucket {
  key: string
  capacity: number
  perSeconds: number
}

export interface CodeGuess {
  /** Seconds to wait; 0 where the code may be looked at. */
  wait: number
  /** What the guess was counted in. */
  taken: readonly Bucket[]
}

/** Counts a guess before it is looked at. */
export async function takeCodeGuess(tx: Transaction, guesser: Guesser, now: Date): Promise<CodeGuess> {
  const taken: Bucket[] = []
  for (const bucket of await bucketsOf(tx, guesser)) {
    const wait = await takeRateLimit(tx, { ...bucket, now })
    if (wait > 0) return { wait, taken }
    taken.push(bucket)
  }
  return { wait: 0, taken }
}

/** Gives a guess back: the code was right. */
export async function forgiveCodeGuess(tx: Transaction, { taken }: CodeGuess): Promise<void> {
  for (const bucket of taken) await returnRateLimit(tx, bucket)
}

/** Whoever knows only the password guesses from elsewhere, and must not lock the owner out where they are signed in. */
async function bucketsOf(tx: Transaction, { user, session, address }: Guesser): Promise<Bucket[]> {
  const sender = senderOf(address)
  const own = { key: `auth:code:${user.id}:${sender}`, ...OF_A_SENDER }
  if (session.aal === 'aal2' || (await hasProvedFrom(tx, user.id, sender))) return [own]
  return [own, { key: `auth:code:${user.id}`, ...OF_STRANGERS }]
}

async function hasProvedFrom(tx: Transaction, userId: string, sender: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select id from auth.sessions where user_id = $1 and aal = 'aal2' and ip <<= $2::inet limit 1`,
    [userId, sender],
  )
  return rowCount > 0
}
