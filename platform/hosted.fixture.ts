import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { serverUrl } from '../tests/support/databases.ts'
import { leftOpen } from '../tests/support/left-open.ts'

/** Plays a project's login `postgres`, which is no superuser there. */
const OWNER = 'project_owner'
const PROJECT = readFileSync(new URL('hosted-project.fixture.sql', import.meta.url), 'utf8').replaceAll(
  ':owner',
  OWNER,
)

export interface Project {
  /** For DATABASE_URL. */
  url: string
  /** Runs one or several statements as the role of the project's auth server. Returns the rows of a single one. */
  asAuthServer: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
}

/** Creates a database like a new hosted project's; dropped after the file's tests. */
export async function newProject(): Promise<Project> {
  const server = await serverUrl()
  const name = `project_${randomUUID().slice(0, 8)}`
  await execute(server, `create database ${name} template template0`)
  leftOpen.add(async () => {
    await execute(server, `drop database ${name} with (force)`)
  })
  const inside = Object.assign(new URL(server), { pathname: `/${name}` }).href
  await execute(inside, PROJECT)
  await execute(inside, `grant all on database ${name} to ${OWNER}`)
  return {
    url: Object.assign(new URL(inside), { username: OWNER, password: OWNER }).href,
    asAuthServer: (sql, values) => execute(inside, sql, { role: 'supabase_auth_admin', values }),
  }
}

async function execute(
  connectionString: string,
  sql: string,
  { role, values }: { role?: string; values?: unknown[] | undefined } = {},
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    if (role !== undefined) await client.query(`set role ${role}`)
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}
