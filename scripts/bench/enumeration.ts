import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { startServer } from '../../tests/faults/started-server.ts'
import { median, table, type Row } from './bench-table.ts'

const ACCOUNTS = 170
/** Requests per account; its rate limit rejects more. */
const ROUNDS = 3
const PASSWORD = 'a long enough secret'
const MOST_APART_MS = 5

const keys = z.object({ anonKey: z.string(), serviceRoleKey: z.string() })

/**
 * Checks whether response times reveal that an account exists: known and unknown addresses in turn, medians compared.
 */
export async function measureEnumeration(): Promise<void> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'enumeration-'))
  const server = await startServer({ dataDirectory })
  const { anonKey, serviceRoleKey } = keys.parse(
    JSON.parse(readFileSync(join(dataDirectory, 'secrets.json'), 'utf8')),
  )
  let calls = 0
  const post = async (path: string, apikey: string, body: object): Promise<number> => {
    calls += 1
    const started = performance.now()
    const response = await fetch(server.address + path, {
      method: 'POST',
      headers: {
        apikey,
        'content-type': 'application/json',
        'x-forwarded-for': `10.0.${calls >> 8}.${calls & 255}`,
      },
      body: JSON.stringify(body),
    })
    await response.text()
    if (response.status >= 500 || response.status === 429)
      throw new Error(`${path} answered ${response.status}`)
    return performance.now() - started
  }
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const body = { action: 'create', email: `known-${account}@site.test`, role: 'client', password: PASSWORD }
    await post('/functions/v1/manage-team', serviceRoleKey, body)
  }

  const rows: Row[] = []
  for (const { name, path, rounds } of [
    { name: 'sign-in', path: '/auth/v1/token?grant_type=password', rounds: ROUNDS },
    { name: 'recovery', path: '/auth/v1/recover', rounds: 1 },
    { name: 'sign-up', path: '/auth/v1/signup', rounds: 1 },
  ]) {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let asked = 0; asked < ACCOUNTS * rounds; asked += 1) {
      for (const kind of asked % 2 === 0
        ? (['known', 'unknown'] as const)
        : (['unknown', 'known'] as const)) {
        const email = `${kind}-${asked % ACCOUNTS}${kind === 'unknown' ? `-${name}` : ''}@site.test`
        times[kind].push(await post(path, anonKey, { email, password: 'another long secret' }))
      }
    }
    const [known, unknown] = [median(times.known), median(times.unknown)]
    rows.push([
      name,
      times.known.length,
      known.toFixed(2),
      unknown.toFixed(2),
      Math.abs(known - unknown).toFixed(2),
    ])
  }
  await server.kill()
  rmSync(dataDirectory, { recursive: true })
  console.log(table(['asked', 'times each', 'known, ms', 'unknown, ms', 'apart, ms'], rows))
  process.exitCode = rows.every((row) => Number(row.at(-1)) < MOST_APART_MS) ? 0 : 1
}
