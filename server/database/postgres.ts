import { Pool } from 'pg'
import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { boundValues } from './bound-values.ts'
import { columnParsers } from './column-types.ts'
import { DatabaseError } from './database.ts'
import type {
  Database,
  DatabaseLoad,
  OwnerTransaction,
  Result,
  Row,
  Transaction,
  TransactionOptions,
} from './database.ts'
import { PostgresListener } from './postgres-listener.ts'
import { findReportedFailure, toDatabaseError } from './reported-failure.ts'
import { runTransaction, TransactionScope } from './run-transaction.ts'
import type { Session } from './run-transaction.ts'
import { DEFAULT_TIMEOUTS, OWNER_STATEMENT_TIMEOUT_MS } from './timeouts.ts'
import { tooManyWaiting } from './transaction-queue.ts'

export interface ServerOptions {
  statementTimeoutMs?: number
  idleTimeoutMs?: number
  /** Connections for transactions; one more is used for LISTEN. 10. */
  connections?: number
  /** How many transactions may wait for a connection, and for how long; 500 and 10 s. */
  queueLimit?: number
  queueTimeoutMs?: number
  /** Pause before the n-th attempt to get a lost LISTEN connection back: 100 ms doubled each time, 30 s at most. */
  retryDelayMs?: (attempt: number) => number
}

/** Uses the PostgreSQL server (15 or newer) at `url`. Connects when first used. */
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
  #closed: Promise<void> | null = null

  constructor(url: string, options: ServerOptions) {
    this.#options = options
    this.#pool = new Pool({
      connectionString: url,
      max: options.connections ?? 10,
      connectionTimeoutMillis: options.queueTimeoutMs ?? 10_000,
      keepAlive: true,
      types: { getTypeParser: (oid: number) => columnParsers.get(oid) ?? String },
    })
    // An idle connection was lost. The pool has already let go of it.
    this.#pool.on('error', () => undefined)
    this.#listener = new PostgresListener({
      connectionString: url,
      retryDelayMs: options.retryDelayMs ?? ((attempt) => Math.min(30_000, 100 * 2 ** (attempt - 1))),
    })
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const standard = this.#options.statementTimeoutMs ?? DEFAULT_TIMEOUTS.statementMs
    return this.#transact(work, options.readOnly ?? false, options.statementTimeoutMs ?? standard)
  }

  asOwner<T>(work: (tx: OwnerTransaction) => Promise<T>): Promise<T> {
    return this.#transact(work, false, OWNER_STATEMENT_TIMEOUT_MS)
  }

  script(sql: string): Promise<void> {
    return this.asOwner((tx) => tx.script(sql))
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

  load(): DatabaseLoad {
    const { totalCount, idleCount, waitingCount, options } = this.#pool
    return { active: totalCount - idleCount, waiting: waitingCount, connections: options.max }
  }

  close(): Promise<void> {
    this.#closed ??= this.#finish()
    return this.#closed
  }

  /** The pool would forget those who still wait for a connection. */
  async #finish(): Promise<void> {
    await Promise.allSettled(this.#active)
    await Promise.all([this.#pool.end(), this.#listener.close()])
  }

  async #transact<T>(
    work: (tx: OwnerTransaction) => Promise<T>,
    readOnly: boolean,
    statementTimeoutMs: number,
  ): Promise<T> {
    this.#requireOpen()
    const transaction = this.#scope.run(async () => {
      const session = await this.#begin(readOnly, statementTimeoutMs)
      return runTransaction(session, work, this.#options.idleTimeoutMs ?? DEFAULT_TIMEOUTS.idleMs)
    })
    this.#active.add(transaction)
    return transaction.finally(() => this.#active.delete(transaction))
  }

  async #begin(readOnly: boolean, statementTimeoutMs: number): Promise<PostgresSession> {
    for (let attempt = 1; ; attempt += 1) {
      const session = new PostgresSession(await this.#connect(), statementTimeoutMs)
      try {
        await session.begin(readOnly)
        return session
      } catch (error) {
        // It may have died while it lay idle. Nothing has happened before BEGIN, so another one is tried.
        if (attempt === 2 || !isConnectionLoss(error)) throw error
      }
    }
  }

  async #connect(): Promise<PoolClient> {
    if (this.#pool.waitingCount >= (this.#options.queueLimit ?? 500)) throw tooManyWaiting()
    try {
      return await this.#pool.connect()
    } catch (error) {
      // The pool says this of its queue only; a server that does not answer is reported differently.
      if (error instanceof Error && error.message === 'timeout exceeded when trying to connect')
        throw tooManyWaiting()
      throw connectionFailure(error)
    }
  }

  #requireOpen(): void {
    if (this.#closed) throw new DatabaseError('The database is closed.', { sqlState: '57P01' })
  }
}

/** How much longer than its own limit a statement may take to answer before the connection is given up. */
const ANSWER_GRACE_MS = 5000

/** Without `extended`, pg sends a statement that has no values in a way that allows several in one. */
interface Statement extends QueryConfig<(string | null)[]> {
  queryMode: 'extended'
}

class PostgresSession implements Session {
  readonly #client: PoolClient
  readonly #timeoutMs: number
  #lost: Error | null = null

  constructor(client: PoolClient, timeoutMs: number) {
    this.#client = client
    this.#timeoutMs = timeoutMs
    client.on('error', this.#onLoss)
  }

  /** Everything is set per transaction, so that a connection pooler in between does not mix sessions up. */
  async begin(readOnly: boolean): Promise<void> {
    try {
      await this.script(
        `begin ${readOnly ? 'read only' : ''}; set local statement_timeout = ${Math.round(this.#timeoutMs)};
         set local timezone = 'UTC'; set local datestyle = 'ISO'; set local search_path = public`,
      )
    } catch (error) {
      await this.rollback()
      throw error
    }
  }

  async query<T = Row>(text: string, values: readonly unknown[]): Promise<Result<T>> {
    const { rows, rowCount } = await this.#ask<T & QueryResultRow>({
      text,
      values: boundValues(values),
      queryMode: 'extended',
    })
    return { rows, rowCount: rowCount ?? 0 }
  }

  async script(sql: string): Promise<void> {
    await this.#ask(sql)
  }

  async commit(): Promise<boolean> {
    try {
      const { command } = await this.#ask('commit')
      if (command === 'COMMIT') this.#release()
      return command === 'COMMIT'
    } catch (error) {
      if (this.#lost === null) throw error
      throw new DatabaseError(
        'The connection was lost during the commit; whether it took place is not known.',
        {
          sqlState: '08007',
          cause: error,
        },
      )
    }
  }

  async rollback(): Promise<void> {
    if (this.#lost === null) await this.#ask('rollback').catch(this.#onLoss)
    this.#release()
  }

  async #ask<T extends QueryResultRow>(statement: string | Statement): Promise<QueryResult<T>> {
    if (this.#lost) throw connectionFailure(this.#lost)
    const silence = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      silence.reject(new Error('it did not answer in time'))
    }, this.#timeoutMs + ANSWER_GRACE_MS)
    try {
      return await Promise.race([this.#client.query<T>(statement), silence.promise])
    } catch (error) {
      if (!findReportedFailure(error)) this.#onLoss(error)
      throw connectionFailure(error)
    } finally {
      clearTimeout(timer)
    }
  }

  readonly #onLoss = (error: unknown): void => {
    this.#lost ??= error instanceof Error ? error : new Error(String(error))
  }

  /** Gives the connection back; the pool closes a lost one. */
  #release(): void {
    this.#client.off('error', this.#onLoss)
    this.#client.release(this.#lost ?? undefined)
  }
}

function connectionFailure(error: unknown): DatabaseError {
  const failure = findReportedFailure(error)
  if (failure) return toDatabaseError(failure, error)
  const reason = error instanceof Error ? error.message : String(error)
  return new DatabaseError(`The database server cannot be reached: ${reason}`, {
    sqlState: '08006',
    cause: error,
  })
}

/** The server ended the connection, or it broke; not that none could be had. */
function isConnectionLoss(error: unknown): boolean {
  return error instanceof DatabaseError && /^(57P01|57P02|08006|08003)$/.test(error.sqlState)
}

function rethrow(error: unknown): never {
  throw connectionFailure(error)
}
