import type { PGlite } from '@electric-sql/pglite'
import type { PreparedReads, ReadOutcome, ReadStatement } from './prepared-reads.ts'

/** A started engine. */
export interface Engine {
  database: PGlite
  reads: PreparedReads
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
  { database, reads }: Engine,
  request: AnyCommand,
): Promise<CommandResult | { kind: 'outcomes'; outcomes: ReadOutcome[] }> {
  switch (request.kind) {
    case 'query': {
      const result = await database.query<Record<string, unknown>>(request.text, request.values)
      const { rows, rowCount = 0, command = '' } = result
      return { kind: 'result', rows, rowCount, command }
    }
    case 'read':
      return { kind: 'outcomes', outcomes: await reads.run(request.statements) }
    case 'script': {
      const last = (await database.exec(request.sql)).at(-1)
      return { kind: 'result', rows: [], rowCount: 0, command: last?.command ?? '' }
    }
    case 'close':
      await database.close()
      return { kind: 'result', rows: [], rowCount: 0, command: '' }
  }
}
