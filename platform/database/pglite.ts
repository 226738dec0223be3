import { AsyncResource } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { hotCopy } from './hot-copy.ts'
import {
  DatabaseError,
  type Database,
  type DatabaseLoad,
  type OwnerTransaction,
  type Result,
  type Row,
  type Statement,
  type Transaction,
  type TransactionOptions,
  DEFAULT_TIMEOUTS,
  OWNER_STATEMENT_TIMEOUT_MS,
} from './database.ts'
import { serializeValues } from './query-values.ts'
import { ChannelListeners } from './channel-listeners.ts'
import { PgliteConnection, type ConnectionEvents, type EngineConnection } from './pglite-connection.ts'
import { toDatabaseError } from './reported-failure.ts'
import { runTransaction, TransactionScope } from './run-transaction.ts'
import type { Session } from './run-transaction.ts'
import { TransactionQueue } from './transaction-queue.ts'

export interface EmbeddedOptions {
  /** Milliseconds a statement may run before the engine is ended and restarted; default 8 s. */
  statementTimeoutMs?: number
  /** Milliseconds a transaction may wait for its caller between statements; default 15 s. */
  idleTimeoutMs?: number
  /** Maximum of queued transactions; default 500. */
  queueLimit?: number
  /** Starts the engine; default: in a worker thread. */
  connect?: (directory: string | null, events: ConnectionEvents) => Promise<EngineConnection>
}

/**
 * Opens the embedded database in `directory`, creating it if there is none; null keeps it in memory. The caller must
 * hold the directory's lock: two processes in one directory destroy it.
 */
export async function openPglite(directory: string | null, options: EmbeddedOptions = {}): Promise<Database> {
  const database = new PgliteDatabase(directory, options)
  await database.start()
  return database
}

const startInThread: NonNullable<EmbeddedOptions['connect']> = (directory, events) =>
  PgliteConnection.open(directory, events)

/** PGlite has one session, so transactions run one at a time, in order. */
class PgliteDatabase implements Database {
  readonly kind = 'embedded'
  readonly #directory: string | null
  readonly #statementTimeoutMs: number
  readonly #idleTimeoutMs: number
  readonly #queue: TransactionQueue
  readonly #options: EmbeddedOptions
  readonly #scope = new TransactionScope()
  readonly #listeners = new ChannelListeners()
  readonly #afterCommit = new Set<() => void>()
  #connection: Promise<EngineConnection> | null = null
  #closed: Promise<void> | null = null

  constructor(directory: string | null, options: EmbeddedOptions) {
    this.#directory = directory
    this.#options = options
    this.#statementTimeoutMs = options.statementTimeoutMs ?? DEFAULT_TIMEOUTS.statementMs
    this.#idleTimeoutMs = options.idleTimeoutMs ?? DEFAULT_TIMEOUTS.idleMs
    this.#queue = new TransactionQueue(options.queueLimit ?? 500)
  }

  async start(): Promise<void> {
    await this.#connect()
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    return this.#transact(
      work,
      options.readOnly ?? false,
      options.statementTimeoutMs ?? this.#statementTimeoutMs,
    )
  }

  read(
    statements: readonly Statement[],
    { statementTimeoutMs = this.#statementTimeoutMs }: TransactionOptions = {},
  ): Promise<PromiseSettledResult<Result>[]> {
    this.#requireOpen()
    return this.#scope.run(() =>
      this.#queue.run(async () => PgliteSession.read(await this.#connect(), statements, statementTimeoutMs)),
    )
  }

  asOwner<T>(work: (tx: OwnerTransaction) => Promise<T>): Promise<T> {
    return this.#transact(work, false, OWNER_STATEMENT_TIMEOUT_MS)
  }

  script(sql: string): Promise<void> {
    return this.asOwner((tx) => tx.script(sql))
  }

  outsideTransactions(
    statement: string,
    { statementTimeoutMs = this.#statementTimeoutMs }: TransactionOptions = {},
  ): Promise<void> {
    this.#requireOpen()
    return this.#scope.run(() => this.#runAlone(statement, statementTimeoutMs))
  }

  /** There is only one session, so the snapshot is a second database, opened on a copy of the files. */
  async snapshot<T>(work: (tx: Transaction, pauseMs: number) => Promise<T>): Promise<T> {
    const directory = this.#directory
    if (directory === null) return this.asOwner((tx) => readOnly(tx, () => work(tx, 0)))
    const copy = `${directory}.snapshot-${randomUUID()}`
    try {
      const pauseMs = await hotCopy(directory, copy, (whileQuiet) => this.#queue.run(whileQuiet))
      const opened = await openPglite(copy, this.#options)
      try {
        return await opened.asOwner((tx) => readOnly(tx, () => work(tx, pauseMs)))
      } finally {
        await opened.close()
      }
    } finally {
      await rm(copy, { recursive: true, force: true })
    }
  }

  async listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>> {
    this.#requireOpen()
    const listener = this.#listeners.add(channel, onPayload, onGap)
    if (listener.first) await this.#runAlone(`listen ${listener.identifier}`)
    return async () => {
      if (listener.remove() && !this.#closed) await this.#runAlone(`unlisten ${listener.identifier}`)
    }
  }

  afterCommit(onCommit: () => void): () => void {
    // Otherwise it would run in the async context of the transaction.
    const bound = AsyncResource.bind(onCommit)
    this.#afterCommit.add(bound)
    return () => this.#afterCommit.delete(bound)
  }

  load(): DatabaseLoad {
    return { ...this.#queue.load(), connections: 1 }
  }

  close(): Promise<void> {
    this.#closed ??= this.#queue.runAlways(async () => {
      const connection = await this.#connection?.catch(() => null)
      await connection?.close()
    })
    return this.#closed
  }

  async #transact<T>(
    work: (tx: OwnerTransaction) => Promise<T>,
    readOnly: boolean,
    statementTimeoutMs: number,
  ): Promise<T> {
    this.#requireOpen()
    return this.#scope.run(() =>
      this.#queue.run(async () => {
        const session = await PgliteSession.begin(await this.#connect(), readOnly, statementTimeoutMs)
        const value = await runTransaction(session, work, this.#idleTimeoutMs)
        if (!readOnly) for (const onCommit of this.#afterCommit) onCommit()
        return value
      }),
    )
  }

  #runAlone(sql: string, timeoutMs = this.#statementTimeoutMs): Promise<void> {
    return this.#queue.run(async () => {
      const connection = await this.#connect()
      await connection.call({ kind: 'script', sql }, timeoutMs)
    })
  }

  async #connect(): Promise<EngineConnection> {
    const current = await this.#connection?.catch(() => null)
    if (current?.alive) return current
    if (current && this.#directory === null) throw lostMemory()
    await current?.ended
    this.#connection = this.#scope.outside(() => this.#open())
    return this.#connection
  }

  async #open(): Promise<EngineConnection> {
    const connect = this.#options.connect ?? startInThread
    const connection = await connect(this.#directory, {
      onNotification: (channel, payload) => this.#listeners.notify(channel, payload),
    })
    for (const identifier of this.#listeners.identifiers()) {
      await connection.call({ kind: 'script', sql: `listen ${identifier}` }, this.#statementTimeoutMs)
    }
    this.#listeners.reportGap()
    return connection
  }

  #requireOpen(): void {
    if (this.#closed) throw new DatabaseError('The database is closed.', { sqlState: '57P01' })
  }
}

class PgliteSession implements Session {
  readonly #connection: EngineConnection
  readonly #timeoutMs: number

  private constructor(connection: EngineConnection, timeoutMs: number) {
    this.#connection = connection
    this.#timeoutMs = timeoutMs
  }

  static async begin(
    connection: EngineConnection,
    readOnly: boolean,
    timeoutMs: number,
  ): Promise<PgliteSession> {
    const session = new PgliteSession(connection, timeoutMs)
    await session.script(readOnly ? 'begin read only' : 'begin')
    return session
  }

  static async read(
    connection: EngineConnection,
    statements: readonly Statement[],
    timeoutMs: number,
  ): Promise<PromiseSettledResult<Result>[]> {
    const serialized = statements.map(({ text, values }) => ({ text, values: serializeValues(values) }))
    const [asked] = await Promise.allSettled([connection.read(serialized, timeoutMs)])
    if (asked.status === 'rejected') return statements.map(() => asked)
    return asked.value.map((outcome) =>
      'failure' in outcome
        ? { status: 'rejected', reason: toDatabaseError(outcome.failure) }
        : { status: 'fulfilled', value: outcome },
    )
  }

  async query<T = Row>(text: string, values: readonly unknown[]): Promise<Result<T>> {
    const { rows, rowCount } = await this.#connection.call(
      { kind: 'query', text, values: serializeValues(values) },
      this.#timeoutMs,
    )
    // The caller declares the row type, as with any driver.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return { rows: rows as T[], rowCount }
  }

  async script(sql: string): Promise<void> {
    await this.#connection.call({ kind: 'script', sql }, this.#timeoutMs)
  }

  async commit(): Promise<boolean> {
    try {
      const { command } = await this.#connection.call({ kind: 'script', sql: 'commit' }, this.#timeoutMs)
      return command === 'COMMIT'
    } catch (error) {
      if (this.#connection.alive) throw error
      throw unknownOutcome(error)
    }
  }

  async rollback(): Promise<void> {
    if (!this.#connection.alive) return
    await this.script('rollback').catch(() => this.#connection.end('it could not roll back'))
  }
}

async function readOnly<T>(tx: OwnerTransaction, work: () => Promise<T>): Promise<T> {
  await tx.script('set transaction read only')
  return work()
}

function unknownOutcome(cause: unknown): DatabaseError {
  return new DatabaseError('The database stopped during the commit; whether it took place is not known.', {
    sqlState: '08007',
    cause,
  })
}

function lostMemory(): DatabaseError {
  return new DatabaseError('The database in memory is gone: its engine was ended.', { sqlState: '57P02' })
}
