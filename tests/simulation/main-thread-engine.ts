import type { PGlite } from '@electric-sql/pglite'
import { existsSync } from 'node:fs'
import { DatabaseError } from '../../platform/database/database.ts'
import type { DurableNodeFS } from '../../platform/database/durable-filesystem.ts'
import {
  runCommand,
  type AnyCommand,
  type Command,
  type CommandResult,
} from '../../platform/database/engine-command.ts'
import type { ConnectionEvents, EngineConnection } from '../../platform/database/pglite-connection.ts'
import {
  StatementRunner,
  type ReadOutcome,
  type ReadStatement,
} from '../../platform/database/statement-runner.ts'
import { findReportedFailure, toDatabaseError } from '../../platform/database/reported-failure.ts'
import { removeStaleFiles, startEngine } from '../../platform/database/start-engine.ts'

/** The embedded engine in this thread, where clock and random numbers are those of the simulation. */
export class MainThreadEngine implements EngineConnection {
  readonly ended = Promise.resolve()
  alive = true
  readonly #database: PGlite
  readonly #statements: StatementRunner
  #last: Promise<unknown> = Promise.resolve()

  private constructor(database: PGlite) {
    this.#database = database
    this.#statements = new StatementRunner(database)
  }

  static async open(
    { directory, files }: { directory: string; files: DurableNodeFS },
    events: ConnectionEvents,
  ): Promise<MainThreadEngine> {
    if (existsSync(directory)) removeStaleFiles(directory)
    const database = await startEngine({ files, onLog: () => undefined })
    database.onNotification((channel, payload) => events.onNotification(channel, payload))
    return new MainThreadEngine(database)
  }

  async call(command: Command): Promise<CommandResult> {
    const answer = await this.#run(command)
    if (answer.kind === 'result') return answer
    throw new Error('The engine answered another command.')
  }

  async read(statements: readonly ReadStatement[]): Promise<ReadOutcome[]> {
    const answer = await this.#run({ kind: 'read', statements })
    if (answer.kind === 'outcomes') return answer.outcomes
    throw new Error('The engine answered another command.')
  }

  /** From now on nothing is answered, as after a power cut. */
  end(): void {
    this.alive = false
  }

  async close(): Promise<void> {
    if (this.alive) await this.call({ kind: 'close' })
    this.end()
  }

  #run(command: AnyCommand) {
    if (!this.alive) return new Promise<never>(() => undefined)
    const answer = this.#last.then(() => this.#answer(command))
    this.#last = answer.catch(() => undefined)
    return answer
  }

  async #answer(command: AnyCommand) {
    if (!this.alive) return new Promise<never>(() => undefined)
    try {
      const answer = await runCommand({ database: this.#database, statements: this.#statements }, command)
      return this.alive ? answer : await new Promise<never>(() => undefined)
    } catch (error) {
      if (!this.alive) return new Promise<never>(() => undefined)
      const failure = findReportedFailure(error)
      throw failure
        ? toDatabaseError(failure)
        : new DatabaseError(`The embedded database stopped: ${String(error)}`, {
            sqlState: '57P02',
            cause: error,
          })
    }
  }
}
