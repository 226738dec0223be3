import { readMigrations, type Migration } from '../../platform/database/migrate.ts'

/** What a database has once every migration was applied, read from the migrations' text. */
export interface ExpectedSchema {
  migrations: readonly Migration[]
  extensions: string[]
  /** `policy on table`. */
  policies: string[]
}

const POLICY = /\b(create|drop) policy (?:if exists )?(\w+) on public\.(\w+)/gi
const EXTENSION = /\bcreate extension (?:if not exists )?(\w+)/gi

export async function readExpectedSchema(directories: readonly string[]): Promise<ExpectedSchema> {
  const migrations = await readMigrations(directories)
  const policies = new Set<string>()
  const extensions = new Set<string>()
  for (const { sql } of migrations) {
    const statements = sql.replaceAll(/--.*$/gm, '')
    for (const [, verb, policy, table] of statements.matchAll(POLICY)) {
      if (verb?.toLowerCase() === 'create') policies.add(`${policy} on ${table}`)
      else policies.delete(`${policy} on ${table}`)
    }
    for (const [, extension = ''] of statements.matchAll(EXTENSION)) extensions.add(extension)
  }
  return { migrations, policies: [...policies].toSorted(), extensions: [...extensions].toSorted() }
}
