import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { ChannelListeners } from './channel-listeners.ts'

export interface ListenerOptions {
  connectionString: string
  /** Milliseconds before the n-th reconnect attempt. */
  retryDelayMs: (attempt: number) => number
}

/**
 * One connection for LISTEN, opened on first use and reopened when lost. Notifications sent during an outage are
 * lost.
 */
export class PostgresListener {
  readonly #options: ListenerOptions
  readonly #listeners = new ChannelListeners()
  readonly #closing = new AbortController()
  #client: Promise<Client> | null = null
  /** The open connection, if any. */
  #connected: Client | null = null

  constructor(options: ListenerOptions) {
    this.#options = options
  }

  async listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>> {
    const listener = this.#listeners.add(channel, onPayload, onGap)
    try {
      await this.#run(`listen ${listener.identifier}`)
    } catch (error) {
      listener.remove()
      throw error
    }
    return async () => {
      // A closed or closing connection has no subscription, and the next one will not request it.
      if (listener.remove()) await this.#connected?.query(`unlisten ${listener.identifier}`).catch(() => null)
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    const client = await this.#client?.catch(() => null)
    await client?.end()
  }

  async #run(sql: string): Promise<void> {
    this.#client ??= this.#connect()
    const client = await this.#client.catch((error: unknown) => {
      this.#client = null
      throw error
    })
    await client.query(sql)
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.#options.connectionString,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    })
    client.on('notification', ({ channel, payload }) => this.#listeners.notify(channel, payload ?? ''))
    // Every error is followed by the `end` event, which triggers the reconnect.
    client.on('error', () => undefined)
    try {
      await client.connect()
      for (const identifier of this.#listeners.identifiers()) await client.query(`listen ${identifier}`)
    } catch (error) {
      client.end().catch(() => null)
      throw error
    }
    // Registered only now: before this point, the caller of connect retries.
    client.once('end', () => this.#reconnectLater())
    this.#connected = client
    return client
  }

  #reconnectLater(): void {
    this.#connected = null
    if (this.#closing.signal.aborted) return
    this.#client = this.#reconnect()
    this.#client.catch(() => undefined)
  }

  /** Retries until it succeeds or the listener is closed. */
  async #reconnect(): Promise<Client> {
    for (let attempt = 1; ; attempt += 1) {
      await sleep(this.#options.retryDelayMs(attempt), undefined, {
        signal: this.#closing.signal,
        ref: false,
      })
      const client = await this.#connect().catch(() => null)
      if (client === null) continue
      this.#listeners.reportGap()
      return client
    }
  }
}
