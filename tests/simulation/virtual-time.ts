import { AsyncResource } from 'node:async_hooks'
import { createRandom } from '../faults/random.ts'

interface Timer {
  at: number
  order: number
  every: number | null
  /** Of people, not of the product: outlives its process. */
  keeps: boolean
  fire: () => void
}

interface NativeWork {
  finish: Promise<() => void>
}

/** The process was killed: pending promises never settle. */
export class Halted extends Error {
  override readonly name = 'Halted'
}

const realImmediate = setImmediate

/**
 * The one source of order in a simulated process: a clock that only moves when nothing else is left to do, timers, and work of
 * other threads (hashes, signatures), which is finished one at a time in an order the seed chooses.
 */
export class VirtualTime {
  now: number
  /** In [0, 1). */
  readonly random: () => number
  /** Milliseconds by which timers may be late while the product is idle, as on a machine that sleeps. */
  slack = 0
  /** Requests under way; while there are any, timers are on time. */
  busy = 0
  readonly #timers = new Map<object, Timer>()
  readonly #work: NativeWork[] = []
  #order = 0

  constructor({ start, seed }: { start: number; seed: number }) {
    this.now = start
    // The first numbers of neighboring seeds are alike.
    this.random = createRandom(Math.imul(seed + 1, 2_654_435_761))
    for (let skipped = 0; skipped < 8; skipped += 1) this.random()
  }

  /** Makes `run` return early, once. */
  halted = false

  /** Calls `callback` in `ms`; `every` repeats it. */
  add(callback: () => void, ms: number, { every = false, keeps = false } = {}): object {
    const wait = Math.max(1, Number.isFinite(ms) ? ms : 1)
    const timer = {}
    const context = new AsyncResource('Timer')
    this.#timers.set(timer, {
      at: this.now + wait,
      order: (this.#order += 1),
      every: every ? wait : null,
      keeps,
      fire: () => context.runInAsyncScope(callback),
    })
    return timer
  }

  remove(timer: object): void {
    this.#timers.delete(timer)
  }

  /** Ends the product's timers and forgets the work of other threads, like the end of the process. */
  clear(): void {
    for (const [key, { keeps }] of this.#timers) if (!keeps) this.#timers.delete(key)
    this.#work.length = 0
  }

  /** Runs work of another thread so that its end has a place in the order. */
  native<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#work.push({
        finish: work.then(
          (value) => () => resolve(value),
          (error: unknown) => () => reject(error instanceof Error ? error : new Error(String(error))),
        ),
      })
    })
  }

  /** Lets time pass until `end`; everything that is due by then has happened, unless it was halted. */
  async run(end: number): Promise<void> {
    for (;;) {
      await this.#settle()
      if (this.halted) return
      const next = this.#nextAt()
      if (next === null || next > end) break
      if (next > this.now) this.now = this.busy > 0 ? next : Math.min(end, next + this.random() * this.slack)
      this.#fireNext()
    }
    this.now = Math.max(this.now, end)
  }

  /** Lets time pass until the work is done. Throws Halted if the process ends before. */
  async finish<T>(work: Promise<T>): Promise<T> {
    let done = false
    const ended = work.finally(() => (done = true))
    ended.catch(() => undefined)
    this.busy += 1
    try {
      for (;;) {
        await this.#settle()
        if (done) return await ended
        if (this.halted) throw new Halted()
        const next = this.#nextAt()
        if (next === null) continue
        this.now = Math.max(this.now, next)
        this.#fireNext()
      }
    } finally {
      this.busy -= 1
    }
  }

  async #settle(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => realImmediate(resolve))
      if (this.#work.length === 0) return
      const [chosen] = this.#work.splice(Math.floor(this.random() * this.#work.length), 1)
      const finish = await chosen?.finish
      finish?.()
    }
  }

  #nextAt(): number | null {
    let next: number | null = null
    for (const { at } of this.#timers.values()) if (next === null || at < next) next = at
    return next
  }

  #fireNext(): void {
    let first: [object, Timer] | null = null
    for (const entry of this.#timers) if (first === null || isBefore(entry[1], first[1])) first = entry
    if (first === null) return
    const [key, timer] = first
    if (timer.every === null) this.#timers.delete(key)
    else this.#timers.set(key, { ...timer, at: this.now + timer.every, order: (this.#order += 1) })
    timer.fire()
  }
}

function isBefore(one: Timer, other: Timer): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order)
}
