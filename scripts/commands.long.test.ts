import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startServer, type StartedServer } from '../tests/faults/started-server.ts'
import { compileCache } from '../tests/support/compile-cache.ts'
import { newDataDirectory } from '../tests/support/databases.ts'
import { nodeFlags } from '../tests/support/quick-start.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const keysSchema = z.object({ anonKey: z.string(), serviceRoleKey: z.string() })

let folder: string
let dataDirectory: string
let server: StartedServer
let killed = false

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commands-'))
  dataDirectory = await newDataDirectory()
  server = await startServer({ dataDirectory })
}, 120_000)

afterAll(async () => {
  if (!killed) await server.kill()
  await rm(folder, { recursive: true, force: true })
})

/** Output and exit code of `npm run NAME -- WORDS` on the server's machine. */
function run(
  name: 'backup' | 'person' | 'restore' | 'seed' | 'user',
  ...words: string[]
): Promise<{ code: number; output: string }> {
  return runWith({}, name, ...words)
}

function runWith(
  env: Record<string, string>,
  name: string,
  ...words: string[]
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...nodeFlags, `scripts/${name}.ts`, ...words],
      { cwd: ROOT, env: { PATH: process.env['PATH'], DATA_DIR: dataDirectory, ...compileCache, ...env } },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    )
  })
}

test('npm run backup verifies a backup of the running site, and the endpoint rejects the anon key', async () => {
  const file = join(folder, 'site.backup')
  const [backup, health] = await Promise.all([run('backup', file), fetch(`${server.address}/readyz`)])
  expect(backup.output).toMatch(/public\.blog_posts +8 +[0-9a-f]{16}\n/)
  expect(backup.output).toMatch(/Verified: after a restore into a temporary database/)
  expect(backup.code).toBe(0)
  expect(health.status).toBe(200)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(dataDirectory, 'backups'))).toEqual([])

  const secrets = await readFile(join(dataDirectory, 'secrets.json'), 'utf8')
  const keys = keysSchema.parse(JSON.parse(secrets))
  const recorded = await fetch(`${server.address}/rest/v1/backups?select=night,file_name,error`, {
    headers: { apikey: keys.serviceRoleKey },
  })
  expect(await recorded.json()).toEqual([{ night: null, file_name: file, error: null }])
  const refused = await fetch(`${server.address}/functions/v1/make-backup`, {
    method: 'POST',
    headers: { apikey: keys.anonKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ recordAs: 'x' }),
  })
  expect(refused.status).toBe(403)

  expect(await run('restore', file)).toEqual({
    code: 1,
    output: expect.stringMatching(
      /in use by the process[^]*Stop the site, restore, and start it again\. Nothing was changed/,
    ),
  })
}, 120_000)

test.each([
  ['backup', '/tmp/never-written.backup'],
  ['restore', fileURLToPath(import.meta.url)],
  ['seed', '--contacts', '1'],
  ['user', 'list'],
  ['person', 'export', 'ada@example.com'],
] as const)('npm run %s reports an invalid setting by name', async (name, ...words) => {
  const answer = await runWith({ PORT: 'many' }, name, ...words)
  expect(answer).toEqual({
    code: 1,
    output: expect.stringMatching(/^The configuration has mistakes.*\n +PORT: .*\n$/),
  })
})

test('npm run person prints its usage when the address is missing', async () => {
  expect(await run('person', 'erase')).toEqual({ code: 1, output: expect.stringMatching(/erase EMAIL/) })
})

test('npm run seed refuses to run while the site runs on the embedded database', async () => {
  expect(await run('seed', '--contacts', '1')).toEqual({
    code: 1,
    output: expect.stringMatching(/^The data directory .* is in use by the process[^]*stop the site, seed/),
  })
})

test('npm run backup overwrites only older backups', async () => {
  const letter = join(folder, 'letter.txt')
  await writeFile(letter, 'Dear Ada')
  expect(await run('backup', letter)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/is not a backup/),
  })
  expect(await readFile(letter, 'utf8')).toBe('Dear Ada')
  expect(await run('backup', folder)).toMatchObject({ code: 1, output: expect.stringMatching(/is a folder/) })
  const nowhere = join(folder, 'missing', 'site.backup')
  expect(await run('backup', nowhere)).toEqual({
    code: 1,
    output: `The folder ${join(folder, 'missing')} does not exist.\n`,
  })
  expect(await run('restore', folder)).toEqual({
    code: 1,
    output: `${folder} is a folder. Add the file name.\n`,
  })
})

test('npm run user creates, lists, changes and disables accounts while the site runs or not', async () => {
  const email = 'wes@house.example'
  const created = await run('user', 'create', email, '--role', 'manager')
  const [, password = ''] = /with the password (\S+) \(shown only now\)/.exec(created.output) ?? []
  expect(password).toHaveLength(16)
  expect(await statusOfSignIn(email, password)).toBe(200)
  expect(await run('user', 'disable', email)).toMatchObject({ code: 0 })
  expect(await statusOfSignIn(email, password)).toBe(400)

  await server.kill()
  killed = true
  expect(await run('user', 'role', email, 'client')).toEqual({
    code: 0,
    output: 'wes@house.example is now client.\n',
  })
  const { output } = await run('user', 'list')
  expect(output).toContain('client   wes@house.example disabled\n')
  expect(output).toMatch(/^admin {4}\S+@\S+\n/m)
}, 120_000)

async function statusOfSignIn(email: string, password: string): Promise<number> {
  const { anonKey } = await (await fetch(`${server.address}/public-settings.json`)).json()
  const answer = await fetch(`${server.address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return answer.status
}
