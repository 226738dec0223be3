import { DatabaseError } from './database.ts'

/**
 * Runs one task at a time, first come first served. At most `limit` tasks may wait; further ones fail at once with
 * SQLSTATE 53300.
 */
export class TransactionQueue {
  readonly #limit: number
  readonly #waiting: (() => void)[] = []
  #busy = false

  constructor(limit: number) {
    this.#limit = limit
  }

  load(): { active: number; waiting: number } {
    return { active: this.#busy ? 1 : 0, waiting: this.#waiting.length }
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting.length >= this.#limit) throw tooManyWaiting()
    return this.runAlways(work)
  }

  /** Ignores the queue limit. */
  async runAlways<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy) await this.#turn()
    this.#busy = true
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
    })
  }

  /** Passes the slot on without releasing it, so that newcomers cannot overtake. */
  #next(): void {
    const turn = this.#waiting.shift()
    if (turn) turn()
    else this.#busy = false
  }
}

export function tooManyWaiting(): DatabaseError {
  return new DatabaseError('Too many transactions are waiting for the database.', { sqlState: '53300' })
}
