import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, inject } from 'vitest'
import { runAfterClose } from '../../platform/database/open-database.ts'
import type { Database } from '../../platform/database/database.ts'
import { openPglite } from '../../platform/database/pglite.ts'
import type { EmbeddedOptions } from '../../platform/database/pglite.ts'
import { openPostgres } from '../../platform/database/postgres.ts'
import type { ServerOptions } from '../../platform/database/postgres.ts'
import type { Content } from './database-fixtures.ts'
import { leftOpen } from './left-open.ts'

interface Fixture {
  /** Default: `migrated`. */
  content?: Content
}

/** Options of both engines. */
export type OpenOptions = Fixture &
  Pick<EmbeddedOptions & ServerOptions, 'statementTimeoutMs' | 'idleTimeoutMs' | 'queueLimit'>

export type OpenTestDatabase = (options?: OpenOptions) => Promise<Database>

/** Runs a suite on the embedded database and on a server. Every call of `open` creates a new, migrated database. */
export function describeBothDatabases(
  name: string,
  suite: (open: OpenTestDatabase, kind: Database['kind']) => void,
): void {
  describe.each([
    ['embedded', openEmbedded],
    ['server', openServer],
  ] as const)(`${name} (%s database)`, (kind, open) => {
    suite(open, kind)
  })
}

/** A new embedded database; its directory is removed on close, at the latest after the file's tests. */
export async function openEmbedded({
  content,
  ...options
}: Fixture & EmbeddedOptions = {}): Promise<Database> {
  const dataDirectory = await newDataDirectory(content)
  return cleaned(await openPglite(join(dataDirectory, 'database'), options), () =>
    removeDirectory(dataDirectory),
  )
}

/** A new database on the server, opened by a login that is no superuser. */
export async function openServer({ content, ...options }: Fixture & ServerOptions = {}): Promise<Database> {
  const url = await newDatabaseUrl(content)
  return cleaned(openPostgres(url, options), () => dropDatabase(url))
}

/** For DATABASE_URL of a server started by a test. The database is dropped after the file's tests. */
export async function newDatabaseUrl(content: Content = 'migrated'): Promise<string> {
  const url = await ask(`/new-database?content=${content}`)
  leftOpen.add(() => dropDatabase(url))
  return url
}

/** For DATA_DIR of a server started by a test. The directory is removed after the file's tests. */
export async function newDataDirectory(content: Content = 'migrated'): Promise<string> {
  const template = await ask(`/embedded-template?content=${content}`)
  const directory = await mkdtemp(join(dirname(template), 'data-'))
  leftOpen.add(() => removeDirectory(directory))
  cpSync(template, directory, { recursive: true })
  return directory
}

/** Superuser URL of the test server. */
export function serverUrl(): Promise<string> {
  return ask('/server-url')
}

function cleaned(database: Database, clean: () => Promise<void>): Database {
  const wrapped = runAfterClose(database, clean)
  leftOpen.add(() => wrapped.close())
  return wrapped
}

async function removeDirectory(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true })
}

async function dropDatabase(url: string): Promise<void> {
  await ask(`/drop-database?url=${encodeURIComponent(url)}`)
}

async function ask(path: string): Promise<string> {
  const response = await fetch(inject('databaseFixtures') + path)
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}
