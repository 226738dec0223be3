import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { codeOf } from '../errors.ts'

/** Tells one process from every other, also from a later one with the same pid. */
export interface ProcessIdentity {
  pid: number
  /** When the process started, as the system writes it; empty where the system does not tell. */
  startedAt: string
  host: string
  /** Changes with every start of the machine; empty where the system does not tell. */
  boot: string
  /** Which processes can see each other: differs between containers on one machine. */
  pidNamespace: string
}

export function ownIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    startedAt: findStart(process.pid) ?? '',
    host: hostname(),
    boot: readOr('', () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    pidNamespace: readOr('', () => readlinkSync('/proc/self/ns/pid')),
  }
}

/**
 * Whether the process still runs: 'unknown' when it belongs to another machine or container, which cannot be
 * seen from here.
 */
export function livenessOf(other: ProcessIdentity): 'alive' | 'dead' | 'unknown' {
  const own = ownIdentity()
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
    // EPERM: it runs, as somebody else.
    return codeOf(error) === 'EPERM'
  }
}

/** Null for a process that is gone (or a zombie), or where the system does not tell. */
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
