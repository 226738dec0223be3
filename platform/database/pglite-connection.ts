import { Worker } from 'node:worker_threads'
import { DatabaseError } from './database.ts'
import type { AnyCommand, Command, CommandResult } from './engine-command.ts'
import { loadEngineModules, type EngineModules } from './engine-modules.ts'
import type { ReadOutcome, ReadStatement } from './statement-runner.ts'
import { toDatabaseError, type ReportedFailure } from './reported-failure.ts'

type ResultReply = Extract<Reply, { kind: 'result' }>
type OutcomesReply = Extract<Reply, { kind: 'outcomes' }>

interface PendingCall {
  resolve(reply: ResultReply | OutcomesReply): void
  reject(error: Error): void
  timer: NodeJS.Timeout
  timeoutMs: number
  /** How often a check found the worker running it. */
  checks: number
  /** CPU time of the thread at the last check, and what counts of it, in milliseconds. */
  cpu: { at: number | null; used: number }
}

export interface ConnectionEvents {
  onNotification(channel: string, payload: string): void
}

/** A connection to one run of the embedded engine. */
export interface EngineConnection {
  /** Resolves when the engine is gone and the directory may be opened again. */
  readonly ended: Promise<unknown>
  readonly alive: boolean
  call(command: Command, timeoutMs: number): Promise<CommandResult>
  read(statements: readonly ReadStatement[], timeoutMs: number): Promise<ReadOutcome[]>
  /** Ends the engine immediately, like a crash. */
  end(reason: string): void
  close(): Promise<void>
}

/** Checks of a call within its timeout. */
const CHECKS_PER_TIMEOUT = 4
/** A statement that uses no CPU waits for the disk. After this multiple of its timeout, the disk counts as broken. */
const DISK_TIMEOUT_FACTOR = 30

/**
 * One run of the embedded engine: a worker thread with PGlite. A call that exceeds its timeout, or a broken
 * engine, ends the thread; `ended` then resolves and every open call rejects. Timeouts count the thread's CPU time,
 * so that neither a busy machine nor a blocked main thread fails a statement.
 */
export class PgliteConnection implements EngineConnection {
  /** Resolves when the thread is gone and the directory may be opened again. */
  readonly ended: Promise<void>
  readonly #worker: Worker
  readonly #clock: StatementClock
  readonly #events: ConnectionEvents
  readonly #pending = new Map<number, PendingCall>()
  readonly #ready = Promise.withResolvers<void>()
  #failure: DatabaseError | null = null
  #lastId = 0

  private constructor(settings: Omit<WorkerSettings, 'clock'>, events: ConnectionEvents) {
    this.#events = events
    const clock = new SharedArrayBuffer(StatementClock.BYTES)
    this.#clock = new StatementClock(clock)
    // The program's own flags (a test runner's loader, say) must not reach this thread.
    this.#worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
      workerData: { ...settings, clock },
      execArgv: [],
    })
    this.ended = new Promise((resolve) => {
      this.#worker.once('exit', () => resolve())
    })
    this.#worker.on('message', (reply: Reply) => this.#receive(reply))
    this.#worker.on('error', (error: Error) => this.#fail(stopped(error.message, error)))
    this.#worker.once('exit', () => this.#fail(stopped('its thread ended')))
  }

  /**
   * In memory if `directory` is null. Rejects with SQLSTATE 57P02 and the engine's last log lines when the directory
   * cannot be opened.
   */
  static async open(directory: string | null, events: ConnectionEvents): Promise<PgliteConnection> {
    const connection = new PgliteConnection({ directory, modules: await loadEngineModules() }, events)
    await connection.#ready.promise.catch(async (error: unknown) => {
      await connection.ended
      throw error
    })
    return connection
  }

  get alive(): boolean {
    return this.#failure === null
  }

  /** Rejects with PostgreSQL's error, or with 57014 after ending the engine on timeout. */
  async call(command: Command, timeoutMs: number): Promise<ResultReply> {
    const reply = await this.#call(command, timeoutMs)
    if (reply.kind === 'result') return reply
    throw new Error('The engine answered another command.')
  }

  /** Runs statements in one read-only transaction, with one timeout for all. */
  async read(statements: readonly ReadStatement[], timeoutMs: number): Promise<ReadOutcome[]> {
    const reply = await this.#call({ kind: 'read', statements }, timeoutMs)
    if (reply.kind === 'outcomes') return reply.outcomes
    throw new Error('The engine answered another command.')
  }

  #call(command: AnyCommand, timeoutMs: number): Promise<ResultReply | OutcomesReply> {
    if (this.#failure) return Promise.reject(this.#failure)
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      const timer = setInterval(() => void this.#check(id), timeoutMs / CHECKS_PER_TIMEOUT)
      this.#pending.set(id, { resolve, reject, timer, timeoutMs, checks: 0, cpu: { at: null, used: 0 } })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      this.#worker.postMessage({ id, ...command })
    })
  }

  /** Ends the engine immediately, like a crash. */
  end(reason: string): void {
    this.#fail(stopped(reason))
  }

  /** Lets PostgreSQL shut down (within ten seconds) and ends the thread. */
  async close(): Promise<void> {
    try {
      if (this.alive) await this.call({ kind: 'close' }, 10_000)
    } finally {
      this.end('it was closed')
      await this.ended
    }
  }

  #receive(reply: Reply): void {
    switch (reply.kind) {
      case 'ready':
        return this.#ready.resolve()
      case 'result':
      case 'outcomes':
        return this.#settle(reply.id)?.resolve(reply)
      case 'failure':
        return this.#settle(reply.id)?.reject(toDatabaseError(reply.failure))
      case 'notification':
        return this.#events.onNotification(reply.channel, reply.payload)
      case 'crash':
        return this.#fail(stopped(reply.message))
    }
  }

  #settle(id: number): PendingCall | undefined {
    const call = this.#pending.get(id)
    this.#pending.delete(id)
    clearInterval(call?.timer)
    return call
  }

  async #check(id: number): Promise<void> {
    const call = this.#pending.get(id)
    const begunAt = this.#clock.begunAt(id)
    // It has not started yet, or its reply is on the way.
    if (call === undefined || begunAt === null) return
    call.checks += 1
    if (call.checks >= CHECKS_PER_TIMEOUT * DISK_TIMEOUT_FACTOR) return this.#expire(id)
    // If the thread has ended, the exit handler deals with it.
    const used = await this.#worker.cpuUsage().catch(() => null)
    if (used === null || !this.#pending.has(id)) return
    const at = (used.user + used.system) / 1000
    // At most the time between two checks: a paused virtual machine counts the pause as CPU time.
    call.cpu.used += Math.min(at - (call.cpu.at ?? begunAt), call.timeoutMs / CHECKS_PER_TIMEOUT)
    call.cpu.at = at
    if (call.cpu.used >= call.timeoutMs) this.#expire(id)
  }

  /** PGlite cannot interrupt a statement (its timers never fire), so the whole engine is ended. */
  #expire(id: number): void {
    const call = this.#settle(id)
    this.#fail(stopped('another statement ran too long'))
    call?.reject(new DatabaseError('The statement was ended because it ran too long.', { sqlState: '57014' }))
  }

  #fail(failure: DatabaseError): void {
    if (this.#failure) return
    this.#failure = failure
    this.#ready.reject(failure)
    for (const id of this.#pending.keys()) this.#settle(id)?.reject(failure)
    void this.#worker.terminate()
  }
}

function stopped(reason: string, cause?: unknown): DatabaseError {
  return new DatabaseError(`The embedded database stopped: ${reason}`, { sqlState: '57P02', cause })
}

/** Settings the worker is started with. */
export interface WorkerSettings {
  /** null: in memory. */
  directory: string | null
  modules: EngineModules
  /** The worker's progress: see `StatementClock`. */
  clock: SharedArrayBuffer
}

/**
 * Memory shared by both threads and written by the worker: the id of its current request (0 when idle), and the CPU
 * time of its thread when that request began, in milliseconds.
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

  /** The CPU time when the request began; null unless the worker is running it. */
  begunAt(id: number): number | null {
    return this.#cells[0] === id ? (this.#cells[1] ?? null) : null
  }
}

/** Main thread → worker. */
export type Request = { id: number } & AnyCommand

/** Worker → main thread. A `crash` means a broken engine, not a failed statement. */
export type Reply =
  | { kind: 'ready' }
  | (CommandResult & { id: number })
  | { kind: 'outcomes'; id: number; outcomes: ReadOutcome[] }
  | { kind: 'failure'; id: number; failure: ReportedFailure }
  | { kind: 'crash'; message: string }
  | { kind: 'notification'; channel: string; payload: string }
