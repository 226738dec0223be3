import { existsSync } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { restoreBackup, type Restored } from '../server/backup/restore-backup.ts'
import { formatNames } from '../server/backup/stored-files.ts'
import { hashSecret } from '../server/backup/write-backup.ts'
import { readConfig, type Config } from '../server/config.ts'
import { MIGRATIONS } from '../platform/database/migrate.ts'
import { chooseFiles } from '../server/files/choose-files.ts'
import { loadSecrets } from '../server/secrets.ts'
import { tableOfSums } from './backup-table.ts'
import { fail, runExplained } from './run-explained.ts'

const USAGE = `Replaces all data of this site with a backup, while the site is stopped:
  npm run restore -- FILE
A damaged file, a foreign file or one from a newer version is rejected, and nothing changes.`

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
  if (!existsSync(path)) fail(`The file ${path} does not exist.`)
  if ((await stat(path)).isDirectory()) fail(`${path} is a folder. Add the file name.`)
  await access(path, constants.R_OK).catch(() =>
    fail(
      `Only the owner of ${path} may read it, and this command runs as another user. Nothing was changed.`,
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
    ? `no stored files (those are in ${end.filesElsewhere})`
    : `${end.files.count} stored files`
  console.log(`Restored: every table has its rows of ${backup.header.createdAt}, and ${files}.`)
  const { missing } = end.files
  if (missing.length > 0) console.log(`Already missing when the backup was made: ${formatNames(missing)}.`)
  if (kept !== null) console.log(`The previous content of the database is in ${kept}.`)
}

/** Second factors can only be decrypted with the signing secret they were created with. */
async function reportKeys(config: Config, { backup, keysRestored }: Restored): Promise<void> {
  const { jwtSecret } = await loadSecrets(config)
  if (hashSecret(jwtSecret) === backup.header.secretId) {
    if (keysRestored) console.log('The keys of the backup are in DATA_DIR/secrets.json.')
    return
  }
  console.log(
    'JWT_SECRET differs from the backup. Users with a second factor cannot sign in until you set the JWT_SECRET of the backup or run npm run user -- reset-mfa EMAIL.',
  )
}

await runExplained(
  () => main(process.argv.slice(2)),
  '\nStop the site, restore, and start it again. Nothing was changed.',
)
