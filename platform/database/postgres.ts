import { AsyncResource } from 'node:async_hooks'
import { Pool } from 'pg'
import type { PoolClient } from 'pg'
import { columnParsers } from './query-values.ts'
import {
  DatabaseError,
  type Database,
  type DatabaseLoad,
  type OwnerTransaction,
  type Result,
  type Statement,
  type Transaction,
  type TransactionOptions,
  DEFAULT_TIMEOUTS,
  OWNER_STATEMENT_TIMEOUT_MS,
} from './database.ts'
import { PostgresListener } from './postgres-listener.ts'
import { connectionFailure, PostgresSession } from './postgres-session.ts'
import { runTransaction, TransactionScope } from './run-transaction.ts'
import { tooManyWaiting } from './transaction-queue.ts'

export interface ServerOptions {
  statementTimeoutMs?: number
  idleTimeoutMs?: number
  /** Connections for transactions, plus one for LISTEN; default 10. */
  connections?: number
  /** Maximum of transactions waiting for a connection, and their timeout; default 500 and 10 s. */
  queueLimit?: number
  queueTimeoutMs?: number
  /** Milliseconds before the n-th attempt to restore the LISTEN connection: 100 ms doubled each time, up to 30 s. */
  retryDelayMs?: (attempt: number) => number
}

/** Uses the PostgreSQL server (15 or newer) at `url`. Connects on first use. */
export function openPostgres(url: string, options: ServerOptions = {}): Database {
  return new PostgresDatabase(url, options)
}

class PostgresDatabase implements Database {
  readonly kind = 'server'
  readonly #pool: Pool
  readonly #listener: PostgresListener
  readonly #scope = new TransactionScope()
  readonly #options: ServerOptions
  readonly #active = new Set<Promise<unknown>>()
  readonly #afterCommit = new Set<() => void>()
  #closed: Promise<void> | null = null

  constructor(url: string, options: ServerOptions) {
    this.#options = options
    this.#pool = new Pool({
      connectionString: url,
      max: options.connections ?? 10,
      connectionTimeoutMillis: options.queueTimeoutMs ?? 10_000,
      keepAlive: true,
      // Sends statements without waiting for earlier replies.
      pipeline: true,
      types: { getTypeParser: (oid: number) => columnParsers.get(oid) ?? String },
    })
    // An idle connection was lost. The pool has already dropped it.
    this.#pool.on('error', () => undefined)
    // The pool stops handling errors before a session starts to. The statement reports the failure to its caller.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
    this.#listener = new PostgresListener({
      connectionString: url,
      retryDelayMs: options.retryDelayMs ?? ((attempt) => Math.min(30_000, 100 * 2 ** (attempt - 1))),
    })
  }

  get #idleMs(): number {
    return this.#options.idleTimeoutMs ?? DEFAULT_TIMEOUTS.idleMs
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const standard = this.#options.statementTimeoutMs ?? DEFAULT_TIMEOUTS.statementMs
    return this.#transact(work, options.readOnly ?? false, options.statementTimeoutMs ?? standard)
  }

  read(
    statements: readonly Statement[],
    options: TransactionOptions = {},
  ): Promise<PromiseSettledResult<Result>[]> {
    const standard = this.#options.statementTimeoutMs ?? DEFAULT_TIMEOUTS.statementMs
    return this.#counted(() =>
      this.#withSession(options.statementTimeoutMs ?? standard, (session) => session.read(statements)),
    )
  }

  asOwner<T>(work: (tx: OwnerTransaction) => Promise<T>): Promise<T> {
    return this.#transact(work, false, OWNER_STATEMENT_TIMEOUT_MS)
  }

  script(sql: string): Promise<void> {
    return this.asOwner((tx) => tx.script(sql))
  }

  outsideTransactions(statement: string, options: TransactionOptions = {}): Promise<void> {
    const standard = this.#options.statementTimeoutMs ?? DEFAULT_TIMEOUTS.statementMs
    return this.#counted(() =>
      this.#withSession(options.statementTimeoutMs ?? standard, (session) => session.runAlone(statement)),
    )
  }

  snapshot<T>(work: (tx: Transaction, pauseMs: number) => Promise<T>): Promise<T> {
    return this.asOwner(async (tx) => {
      await tx.script('set transaction isolation level repeatable read, read only')
      return work(tx, 0)
    })
  }

  async listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>> {
    this.#requireOpen()
    return this.#listener.listen(channel, onPayload, onGap).catch(rethrow)
  }

  afterCommit(onCommit: () => void): () => void {
    // Otherwise it would run inside the scope of the transaction.
    const bound = AsyncResource.bind(onCommit)
    this.#afterCommit.add(bound)
    return () => this.#afterCommit.delete(bound)
  }

  load(): DatabaseLoad {
    const { totalCount, idleCount, waitingCount, options } = this.#pool
    return { active: totalCount - idleCount, waiting: waitingCount, connections: options.max }
  }

  close(): Promise<void> {
    this.#closed ??= this.#finish()
    return this.#closed
  }

  /** The pool would drop pending connection requests. */
  async #finish(): Promise<void> {
    await Promise.allSettled(this.#active)
    await Promise.all([this.#pool.end(), this.#listener.close()])
  }

  async #transact<T>(
    work: (tx: OwnerTransaction) => Promise<T>,
    readOnly: boolean,
    statementTimeoutMs: number,
  ): Promise<T> {
    return this.#counted(async () => {
      const session = await this.#withSession(statementTimeoutMs, async (begun) => {
        await begun.begin(readOnly)
        return begun
      })
      const value = await runTransaction(session, work, this.#idleMs)
      if (!readOnly) for (const onCommit of this.#afterCommit) onCommit()
      return value
    })
  }

  async #counted<T>(work: () => Promise<T>): Promise<T> {
    this.#requireOpen()
    const transaction = this.#scope.run(work)
    this.#active.add(transaction)
    return transaction.finally(() => this.#active.delete(transaction))
  }

  /** An idle connection may have died. Nothing happens before BEGIN, so retries with another one. */
  async #withSession<T>(timeoutMs: number, start: (session: PostgresSession) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const session = new PostgresSession(await this.#connect(), {
        statementMs: timeoutMs,
        idleMs: this.#idleMs,
      })
      try {
        return await start(session)
      } catch (error) {
        if (attempt === 2 || session.begun || !isConnectionLoss(error)) throw error
      }
    }
  }

  async #connect(): Promise<PoolClient> {
    if (this.#pool.waitingCount >= (this.#options.queueLimit ?? 500)) throw tooManyWaiting()
    try {
      return await this.#pool.connect()
    } catch (error) {
      // The pool uses this message only for its queue; an unresponsive server is reported differently.
      if (error instanceof Error && error.message === 'timeout exceeded when trying to connect')
        throw tooManyWaiting()
      throw connectionFailure(error)
    }
  }

  #requireOpen(): void {
    if (this.#closed) throw new DatabaseError('The database is closed.', { sqlState: '57P01' })
  }
}

/** The server ended the connection, or it broke; excludes failures to obtain one. */
function isConnectionLoss(error: unknown): boolean {
  return error instanceof DatabaseError && /^(57P01|57P02|08006|08003)$/.test(error.sqlState)
}

function rethrow(error: unknown): never {
  throw connectionFailure(error)
}
