import { escapeIdentifier } from 'pg'

interface Listener {
  /** The channel, quoted for LISTEN. */
  identifier: string
  /** Whether this is the channel's first listener. */
  first: boolean
  /** Returns whether the channel has no listeners left. Does nothing the second time. */
  remove(): boolean
}

interface Callbacks {
  onPayload: (payload: string) => void
  onGap: (() => void) | undefined
}

/** Registry of listeners per notification channel. */
export class ChannelListeners {
  readonly #listeners = new Map<string, Set<Callbacks>>()

  add(channel: string, onPayload: (payload: string) => void, onGap?: () => void): Listener {
    const listeners = this.#listeners.get(channel) ?? new Set()
    const first = listeners.size === 0
    this.#listeners.set(channel, listeners)
    const listener = { onPayload, onGap }
    listeners.add(listener)
    return { identifier: escapeIdentifier(channel), first, remove: () => this.#remove(channel, listener) }
  }

  notify(channel: string, payload: string): void {
    for (const { onPayload } of this.#listeners.get(channel) ?? []) onPayload(payload)
  }

  /** Called after the connection was lost and restored. */
  reportGap(): void {
    for (const listeners of this.#listeners.values()) for (const { onGap } of listeners) onGap?.()
  }

  identifiers(): string[] {
    return [...this.#listeners.keys()].map((channel) => escapeIdentifier(channel))
  }

  #remove(channel: string, listener: Callbacks): boolean {
    const listeners = this.#listeners.get(channel)
    if (!listeners?.delete(listener) || listeners.size > 0) return false
    this.#listeners.delete(channel)
    return true
  }
}
