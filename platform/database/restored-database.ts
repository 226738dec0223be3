import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { syncPath } from './durable-filesystem.ts'

/** Names in the data directory, in the order a restore uses them. */
export const RESTORING = 'database.restoring'
const RESTORED = 'database.restored'
const CURRENT = 'database'
const REPLACED = 'database.before-restore'

/** Suffix of other files a restore replaces: the new one waits next to the old one under this name. */
export const RESTORED_KEYS = 'secrets.json.restored'
const KEYS = 'secrets.json'
const REPLACED_KEYS = 'secrets.json.before-restore'

/**
 * Replaces the current database with the restored one; keeps the old one until the next restore. The first rename
 * decides: after a crash, the next process to open the data directory completes the rest. Requires the directory's
 * lock.
 */
export function replaceDatabase(dataDirectory: string): void {
  renameSync(join(dataDirectory, RESTORING), join(dataDirectory, RESTORED))
  syncPath(dataDirectory)
  finishReplacing(dataDirectory)
}

/** Completes an interrupted replacement and removes its leftovers. Requires the directory's lock. */
export function finishReplacing(dataDirectory: string): void {
  const at = (name: string) => join(dataDirectory, name)
  if (!existsSync(at(RESTORED))) {
    rmSync(at(RESTORING), { recursive: true, force: true })
    rmSync(at(RESTORED_KEYS), { force: true })
    return
  }
  if (existsSync(at(CURRENT))) {
    rmSync(at(REPLACED), { recursive: true, force: true })
    renameSync(at(CURRENT), at(REPLACED))
  }
  replaceKeys(dataDirectory)
  renameSync(at(RESTORED), at(CURRENT))
  syncPath(dataDirectory)
}

/** Replaces the current keys with those under RESTORED_KEYS, if any. */
export function replaceKeys(dataDirectory: string): void {
  const at = (name: string) => join(dataDirectory, name)
  if (!existsSync(at(RESTORED_KEYS))) return
  if (existsSync(at(KEYS))) renameSync(at(KEYS), at(REPLACED_KEYS))
  renameSync(at(RESTORED_KEYS), at(KEYS))
  syncPath(dataDirectory)
}
