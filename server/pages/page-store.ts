import type { Clock } from '../../platform/clock.ts'
import type { CachedPage } from './cached-page.ts'

/** Maximum bytes of all cached pages. */
const CAPACITY = 64 * 1024 * 1024
/** Midnight falls on a quarter hour in every time zone, and dates on pages change at midnight. */
const QUARTER_HOUR = 15 * 60_000

interface Entry {
  page: CachedPage
  bytes: number
  goodUntil: number
}

/** Rendered pages by path. Evicts the oldest. */
export class PageStore {
  readonly #clock: Clock
  readonly #capacity: number
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  constructor(clock: Clock, capacity = CAPACITY) {
    this.#clock = clock
    this.#capacity = capacity
  }

  find(path: string): CachedPage | undefined {
    const entry = this.#entries.get(path)
    return entry && this.#clock().getTime() < entry.goodUntil ? entry.page : undefined
  }

  /** Expiry of a page rendered now, in milliseconds since 1970. */
  goodUntil(): number {
    return (Math.floor(this.#clock().getTime() / QUARTER_HOUR) + 1) * QUARTER_HOUR
  }

  keep(path: string, page: CachedPage, goodUntil: number): void {
    this.#remove(path)
    const bytes = Object.values(page.bodies).reduce((sum, body) => sum + body.length, 0)
    this.#entries.set(path, { page, bytes, goodUntil })
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#capacity) break
      this.#remove(oldest)
    }
  }

  clear(): void {
    this.#entries.clear()
    this.#bytes = 0
  }

  #remove(path: string): void {
    this.#bytes -= this.#entries.get(path)?.bytes ?? 0
    this.#entries.delete(path)
  }
}
