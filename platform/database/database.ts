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

/** What migrations may do besides single statements. */
export interface OwnerTransaction extends Transaction {
  /** Runs several statements, separated by semicolons and without bound values. */
  script(sql: string): Promise<void>
}

export interface TransactionOptions {
  readOnly?: boolean
  /** Longest one statement may run, in milliseconds; past it the statement is ended with SQLSTATE 57014. */
  statementTimeoutMs?: number
}

/** How busy the way to the database is at this moment. */
export interface DatabaseLoad {
  /** Transactions under way. */
  active: number
  /** Transactions that wait for a connection, or for their turn. */
  waiting: number
  /** How many can be under way at once. */
  connections: number
}

/**
 * PostgreSQL, embedded or on a server. Both implementations pass the same contract suite
 * (`platform/database/database.test.ts`). Failures of a statement are `DatabaseError`s carrying the SQLSTATE.
 */
export interface Database {
  readonly kind: 'embedded' | 'server'
  /** Commits when `work` resolves (the commit is on disk by then), rolls back when it rejects. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Runs statements in one read-only transaction, all of them sent before the first is answered, and resolves to what
   * became of each. After one that failed, the others fail with SQLSTATE 25P02.
   */
  read(
    statements: readonly Statement[],
    options?: Omit<TransactionOptions, 'readOnly'>,
  ): Promise<PromiseSettledResult<Result>[]>
  /** A transaction of the tables' owner with ten minutes for each statement. For migrations only. */
  asOwner<T>(work: (tx: OwnerTransaction) => Promise<T>): Promise<T>
  /** Runs a script of several statements as the owner, in one transaction. For migrations only. */
  script(sql: string): Promise<void>
  /** Runs one statement as the owner that PostgreSQL refuses in a transaction, such as VACUUM. For upkeep only. */
  outsideTransactions(statement: string, options?: Omit<TransactionOptions, 'readOnly'>): Promise<void>
  /**
   * Runs `work` as the tables' owner on the database as it is at one moment, read only, while everybody else goes on. Rows
   * that arrive meanwhile are not seen. `pauseMs` is how long others had to wait for it to begin. For backups only.
   */
  snapshot<T>(work: (tx: Transaction, pauseMs: number) => Promise<T>): Promise<T>
  /**
   * Calls `onPayload` for every NOTIFY on `channel`, from any process, until the returned function is called, and
   * `onGap` when the connection was lost and is back: what was sent in between has not been heard.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>>
  load(): DatabaseLoad
  close(): Promise<void>
}

/** A failure reported by PostgreSQL, or (class 08 and 57) by the connection to it. */
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

  /** Connection lost, resources used up, ended by an operator or a timeout, deadlock: the next attempt may succeed. */
  get isTransient(): boolean {
    return /^(08|53|57|40)/.test(this.sqlState)
  }
}

/** What holds for both engines unless a transaction asks for something else. */
export const DEFAULT_TIMEOUTS = { statementMs: 8000, idleMs: 15_000 }

/** Migrations may have to rewrite large tables. */
export const OWNER_STATEMENT_TIMEOUT_MS = 600_000
