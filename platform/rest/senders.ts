import { DatabaseError } from '../database/database.ts'
import type { Clock } from '../clock.ts'
import { BusyError, createFairQueue, type SenderLimits } from '../http/fair-queue.ts'
import { tooManyRequests } from './rest-error.ts'

/** A rate-limited caller with its limits. */
export interface Sender extends Required<SenderLimits> {
  key: string
  /** Burst size, and requests added each second. */
  capacity: number
  perSecond: number
}

/** `bytes`: approximate body length. */
export interface Answered {
  response: Response
  bytes: number
}

interface Account {
  left: number
  countedAt: number
}

/** Response bytes that count as one more request. */
const BYTES_PER_REQUEST = 65_536
/** A statement that timed out counts as this many requests. */
const TIMEOUT_COST = 100
const MAX_ACCOUNTS = 10_000

/**
 * Limits the cost per sender. Counted in memory by each instance: a limit in the database would turn every read into
 * a write, and it protects this process and its connections.
 */
export class Senders {
  readonly #clock: Clock
  readonly #accounts = new Map<string, Account>()
  readonly #queue = createFairQueue({ running: Infinity, waiting: Infinity })

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Throws RestError 429 if the sender is over its limit. */
  async run(sender: Sender, work: () => Promise<Answered>): Promise<Answered> {
    const account = this.#touchAccount(sender)
    if (account.left < 1) throw tooManyRequests(Math.ceil((1 - account.left) / sender.perSecond))
    account.left -= 1
    try {
      const answered = await this.#queue(sender.key, work, sender)
      account.left -= Math.floor(answered.bytes / BYTES_PER_REQUEST)
      return answered
    } catch (error) {
      if (error instanceof DatabaseError && error.sqlState === '57014') account.left -= TIMEOUT_COST
      if (!(error instanceof BusyError)) throw error
      account.left += 1
      throw tooManyRequests(1)
    }
  }

  /** Moves the account to the end, so that the least recently used come first. */
  #touchAccount({ key, capacity, perSecond }: Sender): Account {
    const now = this.#clock().getTime()
    const account = this.#accounts.get(key) ?? { left: capacity, countedAt: now }
    const seconds = Math.max(0, now - account.countedAt) / 1000
    account.left = Math.min(capacity, account.left + seconds * perSecond)
    account.countedAt = now
    this.#accounts.delete(key)
    this.#accounts.set(key, account)
    const [oldest] = this.#accounts.keys()
    if (oldest !== undefined && this.#accounts.size > MAX_ACCOUNTS) this.#accounts.delete(oldest)
    return account
  }
}
