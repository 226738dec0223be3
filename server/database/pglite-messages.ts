import type { EngineModules } from './engine-modules.ts'
import type { ReportedFailure } from './reported-failure.ts'

/** How the worker is started. */
export interface WorkerSettings {
  /** null: in memory. */
  directory: string | null
  modules: EngineModules
}

/** Main thread → worker. */
export type Request = { id: number } & Command

export type Command =
  | { kind: 'query'; text: string; values: (string | null)[] }
  | { kind: 'script'; sql: string }
  | { kind: 'close' }

/** Worker → main thread. A `crash` is not PostgreSQL's report of a failed statement: the engine itself broke. */
export type Reply =
  | { kind: 'ready' }
  | { kind: 'result'; id: number; rows: Record<string, unknown>[]; rowCount: number; command: string }
  | { kind: 'failure'; id: number; failure: ReportedFailure }
  | { kind: 'crash'; message: string }
  | { kind: 'notification'; channel: string; payload: string }
