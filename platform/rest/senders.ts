import { DatabaseError } from '../database/database.ts'
import type { Clock } from '../clock.ts'
import { BusyError, createFairQueue, type SenderLimits } from '../http/fair-queue.ts'
import { tooManyRequests } from './rest-error.ts'

/** Who asks, and what they may ask for. */
export interface Sender extends Required<SenderLimits> {
  key: string
  /** Requests that may come at once, and how many come free again each second. */
  capacity: number
  perSecond: number
}

/** `bytes`: about how long the body is. */
export interface Answered {
  response: Response
  bytes: number
}

interface Account {
  left: number
  countedAt: number
}

/** Bytes of an answer that count as one more request. */
const BYTES_PER_REQUEST = 65_536
/** A statement that was ended for taking too long counts as so many requests. */
const ENDED_STATEMENT = 100
const MOST_ACCOUNTS = 10_000

/**
 * Bounds what each sender costs. Counted in memory, for each copy of the server: a limit in the database would make a write of
 * every read, and what it protects is this process and its share of connections.
 */
export class Senders {
  readonly #clock: Clock
  readonly #accounts = new Map<string, Account>()
  readonly #queue = createFairQueue({ running: Infinity, waiting: Infinity })

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Throws RestError 429 for a sender who has sent too much; what runs already is not counted against others. */
  async run(sender: Sender, work: () => Promise<Answered>): Promise<Answered> {
    const account = this.#accountOf(sender)
    if (account.left < 1) throw tooManyRequests(Math.ceil((1 - account.left) / sender.perSecond))
    account.left -= 1
    try {
      const answered = await this.#queue(sender.key, work, sender)
      account.left -= Math.floor(answered.bytes / BYTES_PER_REQUEST)
      return answered
    } catch (error) {
      if (error instanceof DatabaseError && error.sqlState === '57014') account.left -= ENDED_STATEMENT
      if (!(error instanceof BusyError)) throw error
      account.left += 1
      throw tooManyRequests(1)
    }
  }

  /** Puts the account last, so that the first ones are those not heard of for longest. */
  #accountOf({ key, capacity, perSecond }: Sender): Account {
    const now = this.#clock().getTime()
    const account = this.#accounts.get(key) ?? { left: capacity, countedAt: now }
    const seconds = Math.max(0, now - account.countedAt) / 1000
    account.left = Math.min(capacity, account.left + seconds * perSecond)
    account.countedAt = now
    this.#accounts.delete(key)
    this.#accounts.set(key, account)
    const [oldest] = this.#accounts.keys()
    if (oldest !== undefined && this.#accounts.size > MOST_ACCOUNTS) this.#accounts.delete(oldest)
    return account
  }
}
