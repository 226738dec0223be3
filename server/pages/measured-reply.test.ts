import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { startPages, type RunningPages } from './pages.fixture.ts'

const PROMISE = 'Typical response is under 1 hour. Written replies always arrive within 24 hours.'
/** Friday noon in Wilmington. */
const NOW = new Date('2026-11-20T17:00:00Z')
const MINUTE = 60_000
const ON = { MEASURED_REPLY: 'on' }

describeBothDatabases('the reply time on public pages', (open) => {
  let database: Database
  let pages: RunningPages | null = null
  beforeEach(async () => {
    database = await open()
  })
  afterEach(async () => {
    await pages?.close()
    pages = null
  })

  async function start(settings: Record<string, string>) {
    pages = await startPages(database, settings)
    pages.setTime(NOW)
  }

  /** Adds leads of Wednesday noon, each answered after as many minutes; null: not yet. */
  const answer = (minutes: readonly (number | null)[], received = new Date('2026-11-18T17:00:00Z')) =>
    asService(database, async (tx) => {
      for (const each of minutes) {
        const { rows } = await tx.query<{ id: string }>(
          `insert into public.crm_contacts (first_name, created_at, source) values ('Ana', $1, 'website') returning id`,
          [received],
        )
        await tx.query(
          `insert into public.contact_submissions (received_at, contact_id, name, email, message, text_consent, raw)
           values ($1, $2, 'Ana', 'ana@x.example', 'Hello', false, '{}')`,
          [received, rows[0]?.id],
        )
        if (each === null) continue
        await tx.query(
          `insert into public.communication_logs (type, contact_id, phone_number, direction, status, message, created_at)
           values ('email', $1, 'ana@x.example', 'outbound', 'sent', 'Hi', $2)`,
          [rows[0]?.id, new Date(received.getTime() + each * MINUTE)],
        )
      }
    })

  async function readClaim(path = '/contact'): Promise<string> {
    const found = await pages?.get(path, { 'accept-encoding': 'gzip' })
    if (found === undefined) throw new Error('The pages were not started.')
    expect(found.status).toBe(200)
    const html = gunzipSync(found.body).toString().replaceAll('<!-- -->', '')
    return /Typical response is [^<]*?within 24 hours\./.exec(html)?.[0] ?? html
  }

  const fast = Array.from({ length: 20 }, (_, index) => 13 + index)

  test('is the median of 20 answers if it is better than the promise, on home and contact', async () => {
    await answer(fast)
    await start(ON)
    const measured =
      'Typical response is 23 minutes in opening hours, measured over the last 12 weeks. Written replies always arrive within 24 hours.'
    expect(await readClaim()).toBe(measured)
    expect(await readClaim('/')).toBe(measured)
  })

  test('is the promise below 20 answers', async () => {
    await answer(fast.slice(1))
    await start(ON)
    expect(await readClaim()).toBe(PROMISE)
  })

  test('is the promise if the median is not better', async () => {
    await answer(fast.map(() => 60))
    await start(ON)
    expect(await readClaim()).toBe(PROMISE)
  })

  test('counts no inquiries that came outside opening hours', async () => {
    await answer(fast, new Date('2026-11-15T17:00:00Z'))
    await start(ON)
    expect(await readClaim()).toBe(PROMISE)
  })

  test('counts inquiries that wait for longer than promised', async () => {
    await answer([...fast, ...fast.map(() => null)])
    await start(ON)
    expect(await readClaim()).toBe(PROMISE)
  })

  test('is the promise while the switch is off', async () => {
    await answer(fast)
    await start({})
    expect(await readClaim()).toBe(PROMISE)
  })

  test('follows new answers within a quarter of an hour, also on cached pages', async () => {
    await start(ON)
    expect(await readClaim('/')).toBe(PROMISE)
    await pages?.getKept('/')
    await answer(fast)
    expect(await readClaim('/')).toBe(PROMISE)
    pages?.setTime(new Date(NOW.getTime() + 15 * MINUTE))
    expect(await readClaim('/')).toContain('Typical response is 23 minutes')
  })
})
