import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { tryLock } from 'fs-native-extensions'
import { z } from 'zod'
import { readErrorCode, ExplainedError } from '../errors.ts'

const lockHolder = z.object({ pid: z.number().int().positive(), host: z.string() })

type LockHolder = z.infer<typeof lockHolder>

const DYING_HOLDER_MS = 5_000

export interface DataDirectoryLock {
  release(): void
}

/** Another process uses the data directory; the message names it and the next step. */
export class DataDirectoryLockedError extends ExplainedError {
  override readonly name = 'DataDirectoryLockedError'
  /** null when the lock file cannot be read. */
  readonly pid: number | null

  constructor(directory: string, holder: LockHolder | null) {
    const name =
      holder === null ? 'another process' : `the process with the pid ${holder.pid} on ${holder.host}`
    super(
      `The data directory ${directory} is in use by ${name}. Stop it first, or set DATA_DIR to another directory. ` +
        `Several processes at once need a PostgreSQL server (DATABASE_URL).`,
    )
    this.pid = holder?.pid ?? null
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
  ENOLCK: 'its file system cannot lock files. Set DATA_DIR to a directory on a local disk',
}

/**
 * Locks `database.lock` in the data directory, which is created if missing; two processes on one embedded database
 * destroy it. The kernel holds the lock for the open file and drops it after the last thread of the process, even
 * one in another container; the file's content only names the holder. Throws DataDirectoryLockedError or
 * DataDirectoryUnwritableError.
 */
export async function lockDataDirectory(
  directory: string,
  dyingHolderMs = DYING_HOLDER_MS,
): Promise<DataDirectoryLock> {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const path = join(directory, 'database.lock')
    const file = openSync(path, 'a', 0o600)
    try {
      await waitForLock(file, path, directory, dyingHolderMs)
      ftruncateSync(file)
      writeSync(file, JSON.stringify({ pid: process.pid, host: hostname() } satisfies LockHolder))
    } catch (error) {
      closeSync(file)
      throw error
    }
    return {
      release: () => {
        ftruncateSync(file)
        closeSync(file)
      },
    }
  } catch (error) {
    const reason = UNWRITABLE[readErrorCode(error) ?? '']
    if (reason === undefined) throw error
    throw new DataDirectoryUnwritableError(
      `The data directory ${directory} cannot be written: ${reason}, and start again. Nothing was changed.`,
      { cause: error },
    )
  }
}

/** Fails at once if the holder runs; waits for one that is ending, or has not written its name yet. */
async function waitForLock(
  file: number,
  path: string,
  directory: string,
  dyingHolderMs: number,
): Promise<void> {
  const deadline = performance.now() + dyingHolderMs
  while (!tryLock(file)) {
    const holder = findHolder(path)
    if ((holder && isRunning(holder)) || performance.now() > deadline) {
      throw new DataDirectoryLockedError(directory, holder)
    }
    await setTimeout(50)
  }
}

function findHolder(path: string): LockHolder | null {
  try {
    return lockHolder.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

/** False for a zombie, and for a process of another host or container, which is not visible from here. */
function isRunning({ pid, host }: LockHolder): boolean {
  if (host !== hostname()) return false
  try {
    process.kill(pid, 0)
    // proc(5): the state follows the name, which may hold parentheses.
    return process.platform !== 'linux' || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch (error) {
    // EPERM: it runs under another user.
    return readErrorCode(error) === 'EPERM'
  }
}
