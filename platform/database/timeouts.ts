/** What holds for both engines unless a transaction asks for something else. */
export const DEFAULT_TIMEOUTS = { statementMs: 8000, idleMs: 15_000 }

/** Migrations may have to rewrite large tables. */
export const OWNER_STATEMENT_TIMEOUT_MS = 600_000
