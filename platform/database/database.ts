/** One row as the driver returns it: column name → value. */
export type Row = Record<string, unknown>

export interface Result<T = Row> {
  rows: T[]
  /** Rows returned or affected. */
  rowCount: number
}

/** One statement with the values of its `$1…$n`. */
export interface Statement {
  text: string
  values: readonly unknown[]
}

/** Runs one statement; values are bound as `$1…$n`, never interpolated. */
export interface Transaction {
  query<T = Row>(text: string, values?: readonly unknown[]): Promise<Result<T>>
}

/** Transaction of a migration, which may also run scripts. */
export interface OwnerTransaction extends Transaction {
  /** Runs several statements, separated by semicolons and without bound values. */
  script(sql: string): Promise<void>
}

export interface TransactionOptions {
  readOnly?: boolean
  /** Milliseconds a statement may run; then it fails with SQLSTATE 57014. */
  statementTimeoutMs?: number
}

/** Current load of the database connection. */
export interface DatabaseLoad {
  /** Running transactions. */
  active: number
  /** Transactions waiting for a connection or their turn. */
  waiting: number
  /** Maximum of concurrent transactions. */
  connections: number
}

/**
 * PostgreSQL, embedded or on a server. Both implementations pass the same contract suite
 * (`platform/database/database.test.ts`). A failed statement throws a `DatabaseError` with its SQLSTATE.
 */
export interface Database {
  readonly kind: 'embedded' | 'server'
  /** Commits when `work` resolves (the commit is on disk by then), rolls back when it rejects. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Runs statements in one read-only transaction, pipelined, and resolves with each one's outcome. After a failure,
   * the remaining ones fail with SQLSTATE 25P02.
   */
  read(
    statements: readonly Statement[],
    options?: Omit<TransactionOptions, 'readOnly'>,
  ): Promise<PromiseSettledResult<Result>[]>
  /** Runs a transaction as the tables' owner with ten minutes for each statement. For migrations only. */
  asOwner<T>(work: (tx: OwnerTransaction) => Promise<T>): Promise<T>
  /** Runs a script of several statements as the owner, in one transaction. For migrations only. */
  script(sql: string): Promise<void>
  /**
   * Runs one statement as the owner that PostgreSQL refuses in a transaction, such as VACUUM. For maintenance only.
   */
  outsideTransactions(statement: string, options?: Omit<TransactionOptions, 'readOnly'>): Promise<void>
  /**
   * Runs `work` as the tables' owner on a consistent read-only snapshot, while writes continue unseen. `pauseMs` is
   * how long creating it blocked writers. For backups only.
   */
  snapshot<T>(work: (tx: Transaction, pauseMs: number) => Promise<T>): Promise<T>
  /**
   * Calls `onPayload` for every NOTIFY on `channel`, from any process, until the returned function is called. Calls
   * `onGap` after a reconnect: notifications in between were lost.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>>
  /** Calls `onCommit` after every transaction of this process that may have written, until the returned function is called. */
  afterCommit(onCommit: () => void): () => void
  load(): DatabaseLoad
  close(): Promise<void>
}

/** A failure reported by PostgreSQL, or of its connection (classes 08 and 57). */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly sqlState: string
  readonly detail: string | null
  readonly hint: string | null
  readonly constraint: string | null

  constructor(
    message: string,
    fields: {
      sqlState: string
      detail?: string | null
      hint?: string | null
      constraint?: string | null
      cause?: unknown
    },
  ) {
    super(message, { cause: fields.cause })
    this.sqlState = fields.sqlState
    this.detail = fields.detail ?? null
    this.hint = fields.hint ?? null
    this.constraint = fields.constraint ?? null
  }

  /** Lost connection, exhausted resources, operator or timeout cancellation, deadlock: a retry may succeed. */
  get isTransient(): boolean {
    return /^(08|53|57|40)/.test(this.sqlState)
  }
}

/** Defaults of both engines. */
export const DEFAULT_TIMEOUTS = { statementMs: 8000, idleMs: 15_000 }

/** Migrations may have to rewrite large tables. */
export const OWNER_STATEMENT_TIMEOUT_MS = 600_000
