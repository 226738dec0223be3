import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { DurableNodeFS, syncPath, syncTree } from './durable-filesystem.ts'
import { removeStaleFiles, startEngine } from './start-engine.ts'
import { type Reply, type Request, StatementClock, type WorkerSettings } from './pglite-connection.ts'
import { runCommand, type Engine } from './engine-command.ts'
import { StatementRunner } from './statement-runner.ts'
import { findReportedFailure } from './reported-failure.ts'

const port = requireParentPort()
const settings: WorkerSettings = workerData
const clock = new StatementClock(settings.clock)
const log: string[] = []
const database = await open(settings.directory).catch(crash)
let last: Promise<unknown> = Promise.resolve()

if (database) {
  const statements = new StatementRunner(database)
  database.onNotification((channel, payload) => send({ kind: 'notification', channel, payload }))
  port.on('message', (request: Request) => {
    last = last.then(() => answer({ database, statements }, request))
  })
  send({ kind: 'ready' })
}

async function open(directory: string | null): Promise<PGlite> {
  if (directory === null) return start(null)
  if (!existsSync(directory)) await create(directory)
  removeStaleFiles(directory)
  return start(new DurableNodeFS(directory))
}

/** Builds a new database in a temporary directory and renames it, so that a crash leaves none or all of it. */
async function create(directory: string): Promise<void> {
  const unfinished = `${directory}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const engine = await start(new DurableNodeFS(unfinished))
  await engine.close()
  syncTree(unfinished)
  renameSync(unfinished, directory)
  syncPath(dirname(directory))
}

function start(files: DurableNodeFS | null): Promise<PGlite> {
  return startEngine({ files, onLog: remember, modules: settings.modules })
}

/** Keeps PostgreSQL's last log lines, for the error message if the engine breaks. */
function remember(line: string): void {
  log.push(line)
  if (log.length > 20) log.shift()
}

async function answer(engine: Engine, request: Request): Promise<void> {
  const { user, system } = process.threadCpuUsage()
  clock.begin(request.id, (user + system) / 1000)
  try {
    send({ ...(await runCommand(engine, request)), id: request.id })
  } catch (error) {
    const failure = findReportedFailure(error)
    if (failure) send({ kind: 'failure', id: request.id, failure })
    else crash(error)
  } finally {
    clock.finish()
  }
}

function crash(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error)
  send({ kind: 'crash', message: [reason, ...log].join('\n') })
}

function send(reply: Reply): void {
  port.postMessage(reply)
}

function requireParentPort() {
  if (!parentPort) throw new Error('pglite-worker.ts runs as a worker thread only.')
  return parentPort
}
