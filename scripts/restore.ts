import { existsSync } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { restoreBackup, type Restored } from '../server/backup/restore-backup.ts'
import { listed } from '../server/backup/stored-files.ts'
import { secretIdOf } from '../server/backup/write-backup.ts'
import { readConfig, type Config } from '../server/config.ts'
import { MIGRATIONS } from '../platform/database/migrate.ts'
import { chooseFiles } from '../server/files/choose-files.ts'
import { loadSecrets } from '../server/secrets.ts'
import { tableOfSums } from './backup-table.ts'
import { fail, runExplained } from './run-explained.ts'

const USAGE = `Puts a backup in the place of everything that is here. Only while the site is stopped:
  npm run restore -- FILE
A file that is damaged, foreign or made by a newer version is refused, and nothing changes then.`

async function main([file, ...others]: string[]): Promise<void> {
  if (file === undefined || others.length > 0) return fail(USAGE)
  const path = resolve(file)
  await requireReadable(path)
  const config = readConfig()
  console.log(`Restoring ${path} into ${describePlace(config)}…`)
  const files = chooseFiles(config)
  const restored = await restoreBackup(path, { config, files, migrations: MIGRATIONS, now: new Date() })
  report(restored)
  await reportKeys(config, restored)
}

async function requireReadable(path: string): Promise<void> {
  if (!existsSync(path)) fail(`There is no file ${path}.`)
  if ((await stat(path)).isDirectory()) fail(`${path} is a folder. Name the file in it.`)
  await access(path, constants.R_OK).catch(() =>
    fail(
      `${path} may be read by its owner alone, and this command runs as somebody else. Nothing was changed.`,
    ),
  )
}

function describePlace({ databaseUrl, dataDirectory }: Config): string {
  if (databaseUrl === undefined) return resolve(dataDirectory)
  const { host, pathname } = new URL(databaseUrl)
  return `the database ${pathname.slice(1)} at ${host}`
}

function report({ sums, end, backup, kept }: Restored): void {
  console.log(tableOfSums(sums))
  const files = end.filesElsewhere
    ? `no stored files (they are in ${end.filesElsewhere})`
    : `${end.files.count} stored files`
  console.log(`Restored: every table has the rows it had on ${backup.header.createdAt}, and ${files}.`)
  const { missing } = end.files
  if (missing.length > 0) console.log(`Missing already when the backup was made: ${listed(missing)}.`)
  if (kept !== null) console.log(`What the database held before is in ${kept}.`)
}

/** Second factors open only with the signing secret they were made with. */
async function reportKeys(config: Config, { backup, keysRestored }: Restored): Promise<void> {
  const { jwtSecret } = await loadSecrets(config)
  if (secretIdOf(jwtSecret) === backup.header.secretId) {
    if (keysRestored) console.log('The keys of the backup are in DATA_DIR/secrets.json.')
    return
  }
  console.log(
    'JWT_SECRET is not the one of the backup. Whoever signs in with a second factor cannot, until JWT_SECRET is what it was there, or npm run user -- reset-mfa EMAIL takes the factor away.',
  )
}

await runExplained(
  () => main(process.argv.slice(2)),
  '\nStop the site, restore, start it again. Nothing was changed.',
)
