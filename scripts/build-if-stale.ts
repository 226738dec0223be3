import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = [
  'web',
  'features',
  'business-hours.ts',
  'public',
  'site.config.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]
const MARKER = 'build/.sources'

/** Builds the pages unless the sources have not changed since the last build. Exits if the build fails. */
export function buildIfStale(): void {
  const sources = fingerprint()
  if (existsSync(MARKER) && readFileSync(MARKER, 'utf8') === sources) return
  console.log('Building the pages…')
  const { status, stdout, stderr } = spawnSync('react-router', ['build'], { encoding: 'utf8' })
  if (status !== 0) {
    console.error(stdout + stderr)
    process.exit(1)
  }
  writeFileSync(MARKER, sources)
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(filesUnder))
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
