import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../platform/database/database.ts'
import { migrate, MIGRATIONS } from '../../platform/database/migrate.ts'
import type { Level } from './levels.ts'

/** Brings a database from level to level as the versions did, writing at each what that version wrote. */
export async function walkThrough(
  database: Database,
  levels: readonly Level[],
  written: () => Promise<void>,
): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'levels-'))
  const folders = MIGRATIONS.map((_, index) => join(scratch, String(index)))
  for (const folder of folders) mkdirSync(folder)
  for (const level of levels) {
    for (const [index, folder] of folders.entries()) {
      const source = MIGRATIONS[index] ?? ''
      for (const file of filesOf(source, level)) copyFileSync(join(source, file), join(folder, file))
    }
    await migrate(database, folders)
    if (level.data === undefined) continue
    await database.script(readData(level.data))
    await written()
  }
  rmSync(scratch, { recursive: true })
}

function filesOf(directory: string, { brings }: Level): string[] {
  return readdirSync(directory).filter((file) => brings.includes(file.split('_')[0] ?? ''))
}

function readData(file: string): string {
  return readFileSync(new URL(`data/${file}`, import.meta.url), 'utf8')
}
