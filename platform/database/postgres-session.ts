import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { serializeValues } from './query-values.ts'
import { DatabaseError, type Result, type Row, type Statement } from './database.ts'
import { findReportedFailure, toDatabaseError } from './reported-failure.ts'
import type { Session } from './run-transaction.ts'
import { setUnblockedTimeout } from './unblocked-timeout.ts'

/**
 * The server ends a transaction that is idle for this multiple of the time after which a live process ends it itself: the
 * connection of the other has gone silent, and its locks would stay for hours.
 */
const LOST_FACTOR = 4

export interface SessionTimeouts {
  statementMs: number
  idleMs: number
}

/** Milliseconds beyond its own timeout before an unanswered statement's connection is dropped. */
const ANSWER_GRACE_MS = 5000

/**
 * Without `extended`, pg sends a statement without values in the simple protocol, which allows several statements.
 */
interface ExtendedQuery extends QueryConfig<(string | null)[]> {
  queryMode: 'extended'
}

/** A pooled connection inside a transaction. Ending the transaction returns the connection, or closes a lost one. */
export class PostgresSession implements Session {
  readonly #client: PoolClient
  readonly #timeouts: SessionTimeouts
  /** Whether BEGIN was answered. */
  begun = false
  #lost: Error | null = null

  constructor(client: PoolClient, timeouts: SessionTimeouts) {
    this.#client = client
    this.#timeouts = timeouts
    client.on('error', this.#onLoss)
  }

  /** All settings are per transaction, so that a connection pooler in between cannot mix sessions up. */
  async begin(readOnly: boolean): Promise<void> {
    try {
      await this.#begin(readOnly)
    } catch (error) {
      await this.rollback()
      throw error
    }
  }

  /** Rejects when the transaction cannot be begun: then no result counts. The result of COMMIT does not matter. */
  async read(statements: readonly Statement[]): Promise<PromiseSettledResult<Result>[]> {
    const begun = this.#begin(true)
    const asked = Promise.allSettled(statements.map(({ text, values }) => this.query(text, values)))
    const [beginning] = await Promise.allSettled([begun, asked, this.#ask('commit')])
    this.#release()
    if (beginning.status === 'rejected') throw beginning.reason
    return asked
  }

  /** Runs one statement outside any transaction. */
  async runAlone(statement: string): Promise<void> {
    try {
      await this.#ask(statement)
    } finally {
      this.#release()
    }
  }

  async #begin(readOnly: boolean): Promise<void> {
    const { statementMs, idleMs } = this.#timeouts
    await this.script(
      `begin ${readOnly ? 'read only' : ''}; set local statement_timeout = ${Math.round(statementMs)};
       set local idle_in_transaction_session_timeout = ${LOST_FACTOR * idleMs};
       set local timezone = 'UTC'; set local datestyle = 'ISO'; set local search_path = public`,
    )
    this.begun = true
  }

  async query<T = Row>(text: string, values: readonly unknown[]): Promise<Result<T>> {
    const { rows, rowCount } = await this.#ask<T & QueryResultRow>({
      text,
      values: serializeValues(values),
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

  async #ask<T extends QueryResultRow>(statement: string | ExtendedQuery): Promise<QueryResult<T>> {
    if (this.#lost) throw connectionFailure(this.#lost)
    const silence = Promise.withResolvers<never>()
    const stopWaiting = setUnblockedTimeout(() => {
      silence.reject(new Error('it did not answer in time'))
    }, this.#timeouts.statementMs + ANSWER_GRACE_MS)
    try {
      return await Promise.race([this.#client.query<T>(statement), silence.promise])
    } catch (error) {
      if (!findReportedFailure(error)) this.#onLoss(error)
      throw connectionFailure(error)
    } finally {
      stopWaiting()
    }
  }

  readonly #onLoss = (error: unknown): void => {
    this.#lost ??= error instanceof Error ? error : new Error(String(error))
  }

  /** Returns the connection; the pool closes a lost one. */
  #release(): void {
    this.#client.off('error', this.#onLoss)
    this.#client.release(this.#lost ?? undefined)
  }
}

/** PostgreSQL's error, or class 08 if it did not answer. */
export function connectionFailure(error: unknown): DatabaseError {
  const failure = findReportedFailure(error)
  if (failure) return toDatabaseError(failure, error)
  const reason = error instanceof Error ? error.message : String(error)
  return new DatabaseError(`The database server cannot be reached: ${reason}`, {
    sqlState: '08006',
    cause: error,
  })
}
