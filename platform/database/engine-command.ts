import type { PGlite } from '@electric-sql/pglite'
import type { StatementRunner, ReadOutcome, ReadStatement } from './statement-runner.ts'

/** A started engine. */
export interface Engine {
  database: PGlite
  statements: StatementRunner
}

export type Command =
  | { kind: 'query'; text: string; values: (string | null)[] }
  | { kind: 'script'; sql: string }
  | { kind: 'close' }

export type AnyCommand = Command | { kind: 'read'; statements: readonly ReadStatement[] }

export type CommandResult = {
  kind: 'result'
  rows: Record<string, unknown>[]
  rowCount: number
  command: string
}

/** Runs a command in the engine's thread. Throws PostgreSQL's error, or what ended the engine. */
export async function runCommand(
  { database, statements }: Engine,
  request: AnyCommand,
): Promise<CommandResult | { kind: 'outcomes'; outcomes: ReadOutcome[] }> {
  switch (request.kind) {
    case 'query':
      return { kind: 'result', ...(await statements.run(request)) }
    case 'read':
      return { kind: 'outcomes', outcomes: await statements.read(request.statements) }
    case 'script':
      return { kind: 'result', rows: [], rowCount: 0, command: await statements.script(request.sql) }
    case 'close':
      await database.close()
      return { kind: 'result', rows: [], rowCount: 0, command: '' }
  }
}
