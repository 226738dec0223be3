import type { EngineModules } from './engine-modules.ts'
import type { ReportedFailure } from './reported-failure.ts'

/** How the worker is started. */
export interface WorkerSettings {
  /** null: in memory. */
  directory: string | null
  modules: EngineModules
  /** What the worker is at: see `StatementClock`. */
  clock: SharedArrayBuffer
}

/**
 * Shared by both threads, written by the worker: the id of the request it works on (0 between two), and the CPU time its thread had
 * used when it began, in milliseconds.
 */
export class StatementClock {
  static readonly BYTES = 2 * Float64Array.BYTES_PER_ELEMENT
  readonly #cells: Float64Array

  constructor(shared: SharedArrayBuffer) {
    this.#cells = new Float64Array(shared)
  }

  begin(id: number, usedMs: number): void {
    this.#cells[1] = usedMs
    this.#cells[0] = id
  }

  finish(): void {
    this.#cells[0] = 0
  }

  /** The CPU time at the beginning of the request; null while the worker is not at it. */
  begunAt(id: number): number | null {
    return this.#cells[0] === id ? (this.#cells[1] ?? null) : null
  }
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
