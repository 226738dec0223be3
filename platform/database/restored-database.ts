import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { syncPath } from './durable-filesystem.ts'

/** Names in the data directory, in the order a restore uses them. */
export const RESTORING = 'database.restoring'
const RESTORED = 'database.restored'
const CURRENT = 'database'
const REPLACED = 'database.before-restore'

/** What a restore replaces besides the database: the new one waits beside the old one under this ending. */
export const RESTORED_KEYS = 'secrets.json.restored'
const KEYS = 'secrets.json'
const REPLACED_KEYS = 'secrets.json.before-restore'

/**
 * Puts a finished database in the place of the current one, which stays beside it until the next restore. The first step
 * decides: whoever opens the data directory after a crash takes the other steps. The directory's lock must be held.
 */
export function replaceDatabase(dataDirectory: string): void {
  renameSync(join(dataDirectory, RESTORING), join(dataDirectory, RESTORED))
  syncPath(dataDirectory)
  finishReplacing(dataDirectory)
}

/** Ends what an earlier process began, and removes what it left. The directory's lock must be held. */
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

/** Puts the keys that wait under RESTORED_KEYS, if there are any, in the place of the current ones. */
export function replaceKeys(dataDirectory: string): void {
  const at = (name: string) => join(dataDirectory, name)
  if (!existsSync(at(RESTORED_KEYS))) return
  if (existsSync(at(KEYS))) renameSync(at(KEYS), at(REPLACED_KEYS))
  renameSync(at(RESTORED_KEYS), at(KEYS))
  syncPath(dataDirectory)
}
