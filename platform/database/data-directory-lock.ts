import { randomUUID } from 'node:crypto'
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  readlinkSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { spawnSync, execFileSync } from 'node:child_process'
import { createServer, type Server } from 'node:net'
import { hostname } from 'node:os'
import { z } from 'zod'
import { readErrorCode, ExplainedError } from '../errors.ts'

const lockRecord = z.object({
  id: z.uuid(),
  pid: z.number().int().positive(),
  startedAt: z.string(),
  host: z.string(),
  boot: z.string(),
  pidNamespace: z.string(),
})

type LockRecord = z.infer<typeof lockRecord>

export interface DataDirectoryLock {
  release(): void
}

/** Another process uses the data directory; the message names it and the next step. */
export class DataDirectoryLockedError extends ExplainedError {
  override readonly name = 'DataDirectoryLockedError'
  /** null when the lock file cannot be read. */
  readonly pid: number | null

  constructor(message: string, pid: number | null) {
    super(message)
    this.pid = pid
  }
}

/** The data directory cannot be written; the message gives the reason and the next step. */
export class DataDirectoryUnwritableError extends ExplainedError {
  override readonly name = 'DataDirectoryUnwritableError'
}

const UNWRITABLE: Readonly<Record<string, string>> = {
  EROFS:
    'its disk is read-only. Disks become so when they fail: look at the system log, then make it writable again',
  EACCES: 'this user may not write there. Give it the directory, or set DATA_DIR to another one',
  EPERM: 'this user may not write there. Give it the directory, or set DATA_DIR to another one',
  ENOSPC: 'its disk is full. Make room',
  EDQUOT: 'its disk is full for this user. Make room',
}

const ASK = `
  const socket = require('node:net').connect(process.argv[1])
  socket.on('connect', () => process.exit(0))
  socket.on('error', (error) => process.exit(error.code === 'ECONNREFUSED' ? 3 : 4))
`

const ANSWERS: Readonly<Record<number, 'alive' | 'dead'>> = { 0: 'alive', 3: 'dead' }

/**
 * Takes `database.lock` in the data directory, which is created if missing; two processes on one embedded database
 * destroy it. Takes over the lock of a dead process. Throws DataDirectoryLockedError or DataDirectoryUnwritableError.
 */
export function lockDataDirectory(dataDirectory: string): DataDirectoryLock {
  try {
    return takeLock(dataDirectory)
  } catch (error) {
    const reason = UNWRITABLE[readErrorCode(error) ?? '']
    if (reason === undefined) throw error
    throw new DataDirectoryUnwritableError(
      `The data directory ${dataDirectory} cannot be written: ${reason}, and start again. Nothing was changed.`,
      { cause: error },
    )
  }
}

function takeLock(dataDirectory: string): DataDirectoryLock {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  const path = join(resolve(dataDirectory), 'database.lock')
  const record: LockRecord = { id: randomUUID(), ...readProcessIdentity() }
  const draft = `${path}.draft-${record.id}`
  const life = openLivenessSocket(lifePath(path, record))
  try {
    while (!tryClaim(path, draft, record));
    renameSync(draft, path)
    removeLeftovers(path)
  } catch (error) {
    closeLivenessSocket(life, lifePath(path, record))
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return {
    release: () => {
      release(path, record)
      closeLivenessSocket(life, lifePath(path, record))
    },
  }
}

/**
 * Locks form a chain: a process that finds the last one dead appends its own under a name derived from it, and
 * link(2) lets only one process succeed. If dead locks were deleted instead, a second, slower process could delete
 * the winner's.
 */
function tryClaim(path: string, draft: string, record: LockRecord): boolean {
  const last = findLast(path)
  if (last) requireDead(last, path)
  const place = last ? successorPath(path, last) : path
  writeFileSync(draft, `${JSON.stringify(record)}\n`, { mode: 0o600, flush: true })
  if (!tryLink(draft, place)) return false
  // Cleanup may have removed the chain since we read it; an unreachable lock is void.
  if (findLast(path)?.id === record.id) {
    if (last) rmSync(lifePath(path, last), { force: true })
    return true
  }
  if (last) rmSync(place, { force: true })
  return false
}

/** The effective lock; null if there is none. */
function findLast(path: string): LockRecord | null {
  let last = findRecord(path, path)
  for (let next = last; next; next = findRecord(successorPath(path, next), path)) last = next
  return last
}

function findRecord(file: string, path: string): LockRecord | null {
  try {
    return lockRecord.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (isMissing(error)) return null
    throw new DataDirectoryLockedError(
      `The lock ${file} cannot be read. If no other process uses ${dirname(path)}, delete the file and start again.`,
      null,
    )
  }
}

function requireDead(holder: LockRecord, path: string): void {
  const liveness = determineLiveness(holder, path)
  if (liveness === 'dead') return
  const directory = dirname(path)
  const advice =
    liveness === 'alive'
      ? `Stop it first, or set DATA_DIR to another directory. Several processes at once need a PostgreSQL server (DATABASE_URL).`
      : `It ran on ${holder.host} and cannot be seen from here. If it is certain that it has ended, delete ${path} and start again.`
  throw new DataDirectoryLockedError(
    `The data directory ${directory} is in use by the process with the pid ${holder.pid}. ${advice}`,
    holder.pid,
  )
}

function determineLiveness(holder: LockRecord, path: string): ReturnType<typeof findLiveness> {
  const seen = findLiveness(holder)
  // The process is in another container: invisible from here, but its socket answers.
  if (seen === 'unknown' && isOnThisKernel(holder)) return isOwnerAlive(lifePath(path, holder))
  // The machine restarted, or a hardened service in a container sees another boot id than its commands.
  if (seen === 'dead' && !isOnThisKernel(holder) && isOwnerAlive(lifePath(path, holder)) === 'alive')
    return 'alive'
  return seen
}

function tryLink(draft: string, place: string): boolean {
  try {
    linkSync(draft, place)
    return true
  } catch (error) {
    // Another process won, or its cleanup already removed our draft.
    if (isMissing(error) || readErrorCode(error) === 'EEXIST') return false
    throw error
  }
}

function removeLeftovers(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    if (name.startsWith(`${basename(path)}.`)) rmSync(join(dirname(path), name), { force: true })
  }
}

function release(path: string, record: LockRecord): void {
  if (findRecord(path, path)?.id === record.id) rmSync(path)
}

function isOnThisKernel({ boot }: LockRecord): boolean {
  return boot !== '' && boot === readProcessIdentity().boot
}

function lifePath(path: string, { id }: LockRecord): string {
  return join(dirname(path), `alive-${id}`)
}

function successorPath(path: string, record: LockRecord): string {
  return `${path}.after-${record.id}`
}

function isMissing(error: unknown): boolean {
  return readErrorCode(error) === 'ENOENT'
}

/**
 * Opens a socket that answers while this process lives, even to processes in other containers, which cannot see this
 * one. The system closes it however the process ends. Null if the directory cannot hold a socket.
 */
function openLivenessSocket(path: string): Server | null {
  const server = createServer((socket) => socket.destroy())
  // The error event comes later; `listening` is set at once.
  server.on('error', () => undefined)
  server.listen({ path, readableAll: true, writableAll: true })
  server.unref()
  return server.listening ? server : null
}

function closeLivenessSocket(server: Server | null, path: string): void {
  server?.close()
  rmSync(path, { force: true })
}

/** Probes the socket: 'dead' if it exists without its process; 'unknown' if it is missing or not accessible. */
function isOwnerAlive(path: string): 'alive' | 'dead' | 'unknown' {
  const { status } = spawnSync(process.execPath, ['-e', ASK, path], { timeout: 5_000 })
  return ANSWERS[status ?? -1] ?? 'unknown'
}

/** Identifies a process uniquely, even among later ones with the same pid. */
export interface ProcessIdentity {
  pid: number
  /** Start time as the system reports it; empty if unavailable. */
  startedAt: string
  host: string
  /** Boot id of the machine; empty if unavailable. */
  boot: string
  /** Processes of one namespace can see each other; it differs between containers on a machine. */
  pidNamespace: string
}

function readProcessIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    startedAt: findStart(process.pid) ?? '',
    host: hostname(),
    boot: readOr('', () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    pidNamespace: readOr('', () => readlinkSync('/proc/self/ns/pid')),
  }
}

/**
 * Whether the process still runs; 'unknown' for a process of another machine or container, which is invisible from
 * here.
 */
function findLiveness(other: ProcessIdentity): 'alive' | 'dead' | 'unknown' {
  const own = readProcessIdentity()
  if (other.host !== own.host) return 'unknown'
  if (other.boot !== own.boot) return 'dead'
  if (other.pidNamespace !== own.pidNamespace) return 'unknown'
  if (!exists(other.pid)) return 'dead'
  const startedAt = findStart(other.pid)
  return startedAt === null || other.startedAt === '' || startedAt === other.startedAt ? 'alive' : 'dead'
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs under another user.
    return readErrorCode(error) === 'EPERM'
  }
}

/** Null for a dead or zombie process, or if the system does not report it. */
function findStart(pid: number): string | null {
  if (process.platform !== 'linux') {
    return readOr(null, () =>
      execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim(),
    )
  }
  // proc(5): the name, field 2, may hold spaces and parentheses; the start time is field 22.
  return readOr(null, () => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
    return fields?.[19] ?? null
  })
}

function readOr<T>(fallback: T, read: () => T): T {
  try {
    return read()
  } catch {
    return fallback
  }
}
