import type { PlatformOptions } from '../options.ts'
import { UnknownNameError } from './rest-error.ts'
import { introspect, type Schema } from './introspect.ts'

const CHANNEL = 'schema_changed'
const RELOAD_INTERVAL_MS = 1000

type Needs = Pick<PlatformOptions, 'database' | 'clock'>

/** Caches the schema until the database announces a change or a name is not found in it. */
export class SchemaCache {
  readonly #deps: Needs
  #loading: Promise<Schema> | null = null
  #listening: Promise<unknown> | null = null
  #loadedAt = 0

  constructor(deps: Needs) {
    this.#deps = deps
  }

  /** Runs `plan`; on an unknown name, retries with a fresh schema, at most once a second. */
  async planWith<T>(plan: (schema: Schema) => T): Promise<T> {
    const schema = await this.#current()
    try {
      return plan(schema)
    } catch (error) {
      if (!(error instanceof UnknownNameError) || !this.#isStale()) throw error
      this.#loading = null
      return plan(await this.#current())
    }
  }

  #isStale(): boolean {
    return this.#deps.clock().getTime() - this.#loadedAt >= RELOAD_INTERVAL_MS
  }

  async #current(): Promise<Schema> {
    await this.#listen()
    this.#loading ??= this.#load()
    return this.#loading
  }

  async #load(): Promise<Schema> {
    this.#loadedAt = this.#deps.clock().getTime()
    try {
      return await introspect(this.#deps.database)
    } catch (error) {
      this.#loading = null
      throw error
    }
  }

  async #listen(): Promise<void> {
    this.#listening ??= this.#deps.database.listen(CHANNEL, () => {
      this.#loading = null
    })
    try {
      await this.#listening
    } catch (error) {
      this.#listening = null
      throw error
    }
  }
}
