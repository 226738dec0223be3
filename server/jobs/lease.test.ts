import { afterAll, beforeAll, expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { claimLease, LEASE_MS, releaseLease, type Lease } from './lease.ts'

const START = Date.parse('2026-11-21T08:00:00Z')
const after = (ms: number) => new Date(START + ms)

describeBothDatabases('a lease', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const claim = (name: string, ms: number) =>
    asService(database, (tx) => claimLease(tx, { name, now: after(ms) }))
  const release = (lease: Lease, ms: number) =>
    asService(database, (tx) => releaseLease(tx, lease, after(ms)))
  async function requireClaim(name: string, ms: number): Promise<Lease> {
    const lease = await claim(name, ms)
    if (lease === null) throw new Error(`The lease ${name} is held.`)
    return lease
  }

  test('claimLease gives a lease to one of several concurrent callers', async () => {
    const claims = await Promise.all([1, 2, 3].map(() => claim('race', 0)))
    expect(claims.filter((lease) => lease !== null)).toMatchObject([{ name: 'race', attempt: 1 }])
  })

  test('a lease of a dead holder is claimed again once it expires, as the next attempt', async () => {
    const dead = await requireClaim('killed', 0)
    expect(await claim('killed', LEASE_MS - 1)).toBeNull()
    const next = await requireClaim('killed', LEASE_MS)
    expect(next.attempt).toBe(2)
    expect(await release(dead, LEASE_MS)).toBe(false)
    expect(await claim('killed', LEASE_MS + 1)).toBeNull()
    expect(await release(next, LEASE_MS + 1)).toBe(true)
  })

  test('a released lease is claimed at once, as a first attempt', async () => {
    expect(await release(await requireClaim('released', 0), 1)).toBe(true)
    expect((await requireClaim('released', 2)).attempt).toBe(1)
  })

  test('releaseLease rejects an expired holder even before another one has taken over', async () => {
    expect(await release(await requireClaim('late', 0), LEASE_MS)).toBe(false)
  })
})
