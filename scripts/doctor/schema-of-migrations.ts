import { readdir, readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** What a database has once every migration was applied, read from the migrations' text. */
export interface ExpectedSchema {
  migrations: { version: string; name: string; checksum: string }[]
  extensions: string[]
  /** `policy on table`. */
  policies: string[]
}

const POLICY = /\b(create|drop) policy (?:if exists )?(\w+) on public\.(\w+)/gi
const EXTENSION = /\bcreate extension (?:if not exists )?(\w+)/gi

export async function readExpectedSchema(directories: readonly string[]): Promise<ExpectedSchema> {
  const files = (await Promise.all(directories.map(sqlFiles))).flat()
  const policies = new Set<string>()
  const extensions = new Set<string>()
  for (const { sql } of files) {
    const statements = sql.replaceAll(/--.*$/gm, '')
    for (const [, verb, policy, table] of statements.matchAll(POLICY)) {
      if (verb?.toLowerCase() === 'create') policies.add(`${policy} on ${table}`)
      else policies.delete(`${policy} on ${table}`)
    }
    for (const [, extension = ''] of statements.matchAll(EXTENSION)) extensions.add(extension)
  }
  return { migrations: files, policies: [...policies].toSorted(), extensions: [...extensions].toSorted() }
}

async function sqlFiles(directory: string) {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (file) => {
      const sql = await readFile(join(directory, file), 'utf8')
      const [version = '', ...name] = file.replace('.sql', '').split('_')
      return { version, name: name.join('_'), checksum: createHash('sha256').update(sql).digest('hex'), sql }
    }),
  )
}
