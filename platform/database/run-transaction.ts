import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseError, type OwnerTransaction, type Result, type Row } from './database.ts'
import { setUnblockedTimeout } from './unblocked-timeout.ts'

/** A connection inside BEGIN … COMMIT. */
export interface Session {
  query<T = Row>(text: string, values: readonly unknown[]): Promise<Result<T>>
  script(sql: string): Promise<void>
  /** Resolves to false when PostgreSQL answered COMMIT with ROLLBACK because a statement had failed. */
  commit(): Promise<boolean>
  /** Never rejects: a session that cannot roll back drops its connection. */
  rollback(): Promise<void>
}

/**
 * Detects nested transactions on the same database: the embedded database would deadlock, a server could run out of
 * connections.
 */
export class TransactionScope {
  readonly #current = new AsyncLocalStorage<{ open: boolean }>()

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#current.getStore()?.open) {
      throw new Error('A transaction was opened inside a transaction; pass the open one on instead.')
    }
    const transaction = { open: true }
    try {
      return await this.#current.run(transaction, work)
    } finally {
      transaction.open = false
    }
  }

  /** For work that outlives the transaction it was started in. */
  outside<T>(work: () => T): T {
    return this.#current.exit(work)
  }
}

/**
 * Runs `work` in an open session and ends it: commit, or rollback when `work` or the commit fails. A transaction its
 * caller leaves idle for `idleTimeoutMs` is rolled back and rejects with SQLSTATE 25P03.
 */
export async function runTransaction<T>(
  session: Session,
  work: (tx: OwnerTransaction) => Promise<T>,
  idleTimeoutMs: number,
): Promise<T> {
  const transaction = new OpenTransaction(session, idleTimeoutMs)
  try {
    const value = await Promise.race([work(transaction), transaction.abandoned])
    await transaction.commit()
    return value
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}

class OpenTransaction implements OwnerTransaction {
  readonly abandoned: Promise<never>
  readonly #session: Session
  readonly #idleTimeoutMs: number
  readonly #abandon: (error: DatabaseError) => void
  #last: Promise<unknown> = Promise.resolve()
  #running = 0
  #isOver = false
  #timeout: DatabaseError | null = null
  #failure: unknown = null
  #stopWatching = (): void => undefined

  constructor(session: Session, idleTimeoutMs: number) {
    const { promise, reject } = Promise.withResolvers<never>()
    this.abandoned = promise
    this.#abandon = reject
    this.#session = session
    this.#idleTimeoutMs = idleTimeoutMs
    this.#watch()
  }

  query<T = Row>(text: string, values: readonly unknown[] = []): Promise<Result<T>> {
    return this.#inTurn(() => this.#session.query<T>(text, values))
  }

  script(sql: string): Promise<void> {
    return this.#inTurn(() => this.#session.script(sql))
  }

  async commit(): Promise<void> {
    await this.#end()
    if (await this.#session.commit()) return
    throw new DatabaseError('The transaction was rolled back because one of its statements had failed.', {
      sqlState: '25P02',
      cause: this.#failure,
    })
  }

  async rollback(): Promise<void> {
    await this.#end()
    await this.#session.rollback()
  }

  async #end(): Promise<void> {
    this.#isOver = true
    await this.#last
    this.#stopWatching()
  }

  /** Serializes the statements of one transaction. */
  async #inTurn<T>(statement: () => Promise<T>): Promise<T> {
    if (this.#timeout) throw this.#timeout
    if (this.#isOver) throw new DatabaseError('The transaction is over.', { sqlState: '25P01' })
    this.#stopWatching()
    this.#running += 1
    const result = this.#last.then(statement)
    this.#last = result.then(
      () => this.#settled(),
      (error: unknown) => this.#settled(error),
    )
    return result
  }

  #settled(failure?: unknown): void {
    this.#running -= 1
    this.#failure ??= failure ?? null
    if (this.#running === 0) this.#watch()
  }

  #watch(): void {
    this.#stopWatching = setUnblockedTimeout(() => {
      const seconds = this.#idleTimeoutMs / 1000
      this.#timeout = new DatabaseError(
        `The transaction was left idle for ${seconds} s and was rolled back.`,
        {
          sqlState: '25P03',
        },
      )
      this.#abandon(this.#timeout)
    }, this.#idleTimeoutMs)
  }
}
