import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { boundValues } from './query-values.ts'
import { DatabaseError, type Result, type Row, type Statement } from './database.ts'
import { findReportedFailure, toDatabaseError } from './reported-failure.ts'
import type { Session } from './run-transaction.ts'
import { setUnblockedTimeout } from './unblocked-timeout.ts'

/** How much longer than its own limit a statement may take to answer before the connection is given up. */
const ANSWER_GRACE_MS = 5000

/** Without `extended`, pg sends a statement that has no values in a way that allows several in one. */
interface ExtendedQuery extends QueryConfig<(string | null)[]> {
  queryMode: 'extended'
}

/** One connection of the pool inside a transaction. Ending that gives the connection back, or closes a lost one. */
export class PostgresSession implements Session {
  readonly #client: PoolClient
  readonly #timeoutMs: number
  /** BEGIN was answered. */
  begun = false
  #lost: Error | null = null

  constructor(client: PoolClient, timeoutMs: number) {
    this.#client = client
    this.#timeoutMs = timeoutMs
    client.on('error', this.#onLoss)
  }

  /** Everything is set per transaction, so that a connection pooler in between does not mix sessions up. */
  async begin(readOnly: boolean): Promise<void> {
    try {
      await this.#begin(readOnly)
    } catch (error) {
      await this.rollback()
      throw error
    }
  }

  /** Rejects when the transaction cannot be begun: then no answer counts. How it ends changes nothing in them. */
  async read(statements: readonly Statement[]): Promise<PromiseSettledResult<Result>[]> {
    const begun = this.#begin(true)
    const asked = Promise.allSettled(statements.map(({ text, values }) => this.query(text, values)))
    const [beginning] = await Promise.allSettled([begun, asked, this.#ask('commit')])
    this.#release()
    if (beginning.status === 'rejected') throw beginning.reason
    return asked
  }

  /** One statement outside of any transaction, instead of one. */
  async runAlone(statement: string): Promise<void> {
    try {
      await this.#ask(statement)
    } finally {
      this.#release()
    }
  }

  async #begin(readOnly: boolean): Promise<void> {
    await this.script(
      `begin ${readOnly ? 'read only' : ''}; set local statement_timeout = ${Math.round(this.#timeoutMs)};
       set local timezone = 'UTC'; set local datestyle = 'ISO'; set local search_path = public`,
    )
    this.begun = true
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

  async #ask<T extends QueryResultRow>(statement: string | ExtendedQuery): Promise<QueryResult<T>> {
    if (this.#lost) throw connectionFailure(this.#lost)
    const silence = Promise.withResolvers<never>()
    const stopWaiting = setUnblockedTimeout(() => {
      silence.reject(new Error('it did not answer in time'))
    }, this.#timeoutMs + ANSWER_GRACE_MS)
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

  /** Gives the connection back; the pool closes a lost one. */
  #release(): void {
    this.#client.off('error', this.#onLoss)
    this.#client.release(this.#lost ?? undefined)
  }
}

/** What PostgreSQL reported, or class 08 where it did not answer at all. */
export function connectionFailure(error: unknown): DatabaseError {
  const failure = findReportedFailure(error)
  if (failure) return toDatabaseError(failure, error)
  const reason = error instanceof Error ? error.message : String(error)
  return new DatabaseError(`The database server cannot be reached: ${reason}`, {
    sqlState: '08006',
    cause: error,
  })
}
