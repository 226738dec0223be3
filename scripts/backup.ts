import { existsSync } from 'node:fs'
import { access, chmod, constants, copyFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Agent, fetch as fetchWith } from 'undici'
import { z } from 'zod'
import { backupDirectory } from '../server/backup/make-backup.ts'
import { makeRequestedBackup } from '../server/backup/nightly-backup.ts'
import { isSealedFile } from '../server/backup/sealed-file.ts'
import { formatNames } from '../server/backup/stored-files.ts'
import { readConfig, type Config } from '../server/config.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { readErrorCode } from '../platform/errors.ts'
import { chooseFiles } from '../server/files/choose-files.ts'
import { findRunningServer } from '../server/running-server.ts'
import { loadSecrets } from '../server/secrets.ts'
import { tableOfSums } from './backup-table.ts'
import { fail, runExplained } from './run-explained.ts'

const USAGE = `Writes the database and all files into one file, whether the site runs or not:
  npm run backup -- FILE
The file contains customer data and the keys of this site: keep it where no one else can read it.`

const written = z.object({
  path: z.string(),
  bytes: z.number(),
  sums: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
  files: z.object({ count: z.number(), missing: z.array(z.string()) }),
  pauseMs: z.number(),
})
type Written = z.infer<typeof written>

async function main([file, ...others]: string[]): Promise<void> {
  if (file === undefined || others.length > 0) return fail(USAGE)
  const target = resolve(file)
  await requireFree(target)
  const config = readConfig()
  requireDatabase(config)
  console.log('Writing the backup and verifying it by restoring it into a temporary database…')
  report((await askRunningServer(config, target)) ?? (await makeHere(config, target)), target)
}

async function requireFree(target: string): Promise<void> {
  const folder = dirname(target)
  if (!existsSync(folder)) fail(`The folder ${folder} does not exist.`)
  await access(folder, constants.W_OK).catch(() =>
    fail(`This command may not write to ${folder}. Choose another folder.`),
  )
  if (!existsSync(target)) return
  if ((await stat(target)).isDirectory())
    fail(`${target} is a folder. Add a file name, for example ${join(target, 'site.backup')}`)
  if (!(await isSealedFile(target))) fail(`${target} exists and is not a backup. Choose another name.`)
}

/** Opening it would create an empty one. */
function requireDatabase({ databaseUrl, dataDirectory }: Config): void {
  if (databaseUrl !== undefined || existsSync(join(dataDirectory, 'database'))) return
  fail(`No database found in ${resolve(dataDirectory)}. Does DATA_DIR match the site's setting?`)
}

/** Only the running server can open the embedded database; it leaves the file in the data directory for us. */
async function askRunningServer(config: Config, target: string): Promise<Written | null> {
  if (config.databaseUrl !== undefined) return null
  const origin = await findRunningServer(config.dataDirectory)
  if (origin === null) return null
  const { serviceRoleKey } = await loadSecrets(config)
  try {
    const response = await fetchWith(new URL('/functions/v1/make-backup', origin), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', apikey: serviceRoleKey },
      body: JSON.stringify({ recordAs: target }),
      // The response comes after the verification.
      dispatcher: new Agent({ headersTimeout: 0 }),
    })
    const answer = await response.json()
    if (!response.ok) return fail(z.object({ error: z.string() }).parse(answer).error)
    const made = written.parse(answer)
    await move(join(backupDirectory(config), basename(made.path)), target)
    return made
  } catch (error) {
    // Stale address of a server that was killed; the database is free.
    if (error instanceof TypeError) return null
    throw error
  }
}

async function makeHere(config: Config, target: string): Promise<Written> {
  const database = await openDatabase(config)
  try {
    return await makeRequestedBackup(target, {
      config,
      database,
      files: chooseFiles(config),
      secrets: await loadSecrets(config),
      clock: () => new Date(),
      signal: new AbortController().signal,
      recordAs: target,
    })
  } finally {
    await database.close()
  }
}

/** Also works across disks. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (readErrorCode(error) !== 'EXDEV') throw error
    const unfinished = `${to}.part`
    await copyFile(from, unfinished)
    await chmod(unfinished, 0o600)
    await rename(unfinished, to)
    await rm(from)
  }
}

function report(made: Written, target: string): void {
  const megabytes = (made.bytes / 1_000_000).toFixed(1)
  const { count, missing } = made.files
  console.log(tableOfSums(made.sums))
  console.log(`${target}: ${megabytes} MB, ${count} stored files.`)
  if (missing.length > 0) {
    console.log(`Missing in the storage, although articles use them: ${formatNames(missing)}.`)
  }
  console.log(
    'Verified: after a restore into a temporary database, every table has these rows and every file its bytes.',
  )
}

await runExplained(() => main(process.argv.slice(2)))
