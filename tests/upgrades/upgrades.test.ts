import { decodeJwt } from 'jose'
import { readdirSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { asIdentity, type Identity } from '../../platform/database/as-identity.ts'
import type { Database, Row } from '../../platform/database/database.ts'
import { migrate, MIGRATIONS } from '../../platform/database/migrate.ts'
import { describeBothDatabases } from '../support/databases.ts'
import { createAuthWorld, PASSWORD, type AuthWorld } from '../../platform/auth/auth.fixture.ts'
import { catalogueOf } from './catalogue-of.ts'
import { levels } from './levels.ts'
import { walkThrough } from './migrate-in-steps.ts'
import { lostValues, readStoredRows, type StoredRows } from './stored-rows.ts'

const SERVICE: Identity = { role: 'service_role' }
const claims = z.looseObject({ sub: z.string(), role: z.literal('authenticated'), session_id: z.string() })

describeBothDatabases('data of every earlier version', (open, kind) => {
  let fresh: string[]
  beforeAll(async () => {
    fresh = await catalogueOf(await open())
  })

  test(
    'comes through level by level, loses nothing, and can be worked with',
    { timeout: 120_000 },
    async () => {
      const database = await open({ content: 'empty' })
      const stored: StoredRows = new Map()
      await walkThrough(database, levels, async () => {
        for (const [key, row] of await readStoredRows(database)) stored.set(key, row)
      })
      await migrate(database, MIGRATIONS)
      expect(stored.size).toBeGreaterThan(35)
      expect(lostValues(stored, await readStoredRows(database))).toEqual([])
      expect(fresh.length).toBeGreaterThan(500)
      expect(await catalogueOf(database)).toEqual(fresh)
      await expectToWork(database)
    },
  )

  test.each(kind === 'embedded' ? ['contacts'] : ['ground', 'contacts'])(
    'opens in one step from the level "%s"',
    async (name) => {
      const database = await open({ content: 'empty' })
      const until = levels.findIndex((level) => level.name === name)
      await walkThrough(database, levels.slice(0, until + 1), async () => undefined)
      const stored = await readStoredRows(database)
      await migrate(database, MIGRATIONS)
      expect(lostValues(stored, await readStoredRows(database))).toEqual([])
      expect(await catalogueOf(database)).toEqual(fresh)
      expect((await signIn(await createAuthWorld(database), 'ada')).role).toBe('authenticated')
    },
  )
})

test('the levels name migrations there are, each once', () => {
  const files = MIGRATIONS.flatMap((directory) => readdirSync(directory))
  const there = new Set(files.map((file) => file.split('_')[0]))
  const named = levels.flatMap(({ brings }) => brings)
  expect(new Set(named).size).toBe(named.length)
  expect(named.filter((version) => !there.has(version))).toEqual([])
})

/** What people of the old version would do first. */
async function expectToWork(database: Database): Promise<void> {
  const world = await createAuthWorld(database)
  const manager = await signIn(world, 'max')
  const client = await signIn(world, 'cleo')
  const search = `select first_name, text_consent from public.contact_search where search_key like '%fjord%'`
  expect(await ask(database, manager, search)).toEqual([{ first_name: 'Ørjan', text_consent: true }])
  expect(await ask(database, client, search)).toEqual([])
  expect(await ask(database, { role: 'anon' }, 'select slug from public.blog_posts')).toEqual([
    { slug: 'web-development-tides' },
  ])
  expect(await ask(database, { role: 'anon' }, 'select slug from public.slug_redirects')).toEqual([
    { slug: 'web-development-tides-and-tables' },
  ])
  await ask(database, manager, 'update public.deleted_contacts set restored = true')
  await ask(database, manager, 'update public.contact_merges set undone = true')
  const names = `select first_name from public.crm_contacts where email like '%@old.example' order by 1`
  expect(await ask(database, manager, names)).toEqual([
    { first_name: 'Deleted' },
    { first_name: 'Kept' },
    { first_name: 'Merged' },
  ])
  const stopped = `select private.is_suppressed('+442079460958') as stopped`
  expect(await ask(database, SERVICE, stopped)).toEqual([{ stopped: true }])
}

async function signIn(world: AuthWorld, name: string): Promise<Extract<Identity, { role: 'authenticated' }>> {
  const body = { email: `${name}@old.example`, password: PASSWORD }
  const answer = await world.call({ path: '/token?grant_type=password', body })
  expect(answer.status).toBe(200)
  return { role: 'authenticated', claims: claims.parse(decodeJwt(String(answer.body['access_token']))) }
}

async function ask(database: Database, identity: Identity, sql: string): Promise<Row[]> {
  return (await asIdentity(database, identity, (tx) => tx.query(sql))).rows
}
