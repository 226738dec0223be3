import { protocol, type PGlite } from '@electric-sql/pglite'
import { findReportedFailure, type ReportedFailure } from './reported-failure.ts'

const { serialize } = protocol

/** A statement whose values are serialized. */
export interface ReadStatement {
  text: string
  values: (string | null)[]
}

interface Rows {
  rows: Record<string, unknown>[]
  rowCount: number
}

export type ReadOutcome = Rows | { failure: ReportedFailure }

type Messages = Awaited<ReturnType<PGlite['execProtocol']>>['messages']
type Fields = InstanceType<typeof protocol.messages.RowDescriptionMessage>['fields']

/** Which index a pattern can use depends on the pattern: a plan for all of them would be slow for some. */
const PLANNED_EACH_TIME = /\bi?like \$/
/** Statements that stay prepared: callers choose their texts, and each plan takes memory. */
const CAPACITY = 200

/**
 * Sends a statement to the engine at once: PGlite's `query` enters the engine six times, which takes longer than most of our
 * statements, and its `exec` twice. Statements stay prepared. PostgreSQL plans them again where a plan depends on the values, on
 * the role that policies apply to, or on a table that has changed.
 */
export class StatementRunner {
  readonly #engine: PGlite
  /** By text, the least recently used first. */
  readonly #names = new Map<string, string>()
  #last = 0

  constructor(engine: PGlite) {
    this.#engine = engine
  }

  /** Runs statements without values and returns the tag of the last, such as "COMMIT". Throws PostgreSQL's error. */
  async script(sql: string): Promise<string> {
    return findTag(await this.#send(serialize.query(sql)))
  }

  /** Runs a read-only transaction. After a failure the remaining statements fail with 25P02. Throws errors that are not PostgreSQL's. */
  async read(statements: readonly ReadStatement[]): Promise<ReadOutcome[]> {
    await this.script('begin read only')
    try {
      const outcomes: ReadOutcome[] = []
      for (const statement of statements) outcomes.push(await this.#readOne(statement))
      return outcomes
    } finally {
      await this.script('commit')
    }
  }

  /** Runs one statement of the open transaction. Throws PostgreSQL's error. */
  async run({ text, values }: ReadStatement): Promise<Rows & { command: string }> {
    const known = this.#names.get(text)
    const name = known ?? (PLANNED_EACH_TIME.test(text) ? '' : this.#newName())
    const prepare = known === undefined ? [serialize.parse({ name, text })] : []
    try {
      const messages = await this.#send(
        ...prepare,
        serialize.bind({ statement: name, values }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
        serialize.sync(),
      )
      await this.#keep(text, name)
      // "INSERT 0 5", "SELECT 5", "SET"
      const words = findTag(messages).split(' ')
      return { rows: this.#toRows(messages), rowCount: Number(words.at(-1)) || 0, command: words[0] ?? '' }
    } catch (error) {
      if (findReportedFailure(error)) await this.#forget(text, name)
      throw error
    }
  }

  async #readOne(statement: ReadStatement): Promise<ReadOutcome> {
    try {
      return await this.run(statement)
    } catch (error) {
      const failure = findReportedFailure(error)
      if (failure === null) throw error
      return { failure }
    }
  }

  #newName(): string {
    this.#last += 1
    return `kept_${this.#last}`
  }

  async #keep(text: string, name: string): Promise<void> {
    if (name === '') return
    this.#names.delete(text)
    this.#names.set(text, name)
    const [oldest] = this.#names
    if (this.#names.size > CAPACITY && oldest) await this.#forget(...oldest)
  }

  async #forget(text: string, name: string): Promise<void> {
    this.#names.delete(text)
    await this.#send(serialize.close({ type: 'S', name }), serialize.sync())
  }

  async #send(...parts: Uint8Array[]): Promise<Messages> {
    const { messages } = await this.#engine.execProtocol(Buffer.concat(parts), { syncToFs: false })
    return messages
  }

  #toRows(messages: Messages): Record<string, unknown>[] {
    let fields: Fields = []
    const rows: Record<string, unknown>[] = []
    for (const message of messages) {
      if (message instanceof protocol.messages.RowDescriptionMessage) fields = message.fields
      if (message instanceof protocol.messages.DataRowMessage) rows.push(this.#toRow(fields, message.fields))
    }
    return rows
  }

  #toRow(fields: Fields, values: (string | null)[]): Record<string, unknown> {
    return Object.fromEntries(
      fields.map(({ name, dataTypeID }, place) => {
        const value = values[place] ?? null
        const parse = this.#engine.parsers[dataTypeID]
        return [name, value === null || parse === undefined ? value : parse(value, dataTypeID)]
      }),
    )
  }
}

/** What the last statement did; empty if there was none. */
function findTag(messages: Messages): string {
  const done = messages.findLast((message) => message instanceof protocol.messages.CommandCompleteMessage)
  return done?.text ?? ''
}
