import { beforeAll, expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { findFreeTimes } from './meetings.server.ts'

describeBothDatabases('the tables of bookings', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  const readRules = () =>
    asService(database, async (tx) => (await findFreeTimes(tx, { days: 1, now: new Date() })).rules)
  const owner = (sql: string, ...values: unknown[]) => database.transaction((tx) => tx.query(sql, values))

  function insertMeeting(start: string, changes: Record<string, unknown> = {}) {
    const at = Date.parse(start)
    const row = {
      starts_at: new Date(at),
      ends_at: new Date(at + 30 * 60_000),
      blocked_until: new Date(at + 45 * 60_000),
      medium: 'phone',
      name: 'Ana',
      email: 'ana@example.com',
      phone: '(910) 762-0142',
      ...changes,
    }
    const columns = Object.keys(row)
    return owner(
      `insert into public.meetings (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
      ...Object.values(row),
    )
  }

  test('meetings rejects a time that overlaps another with its buffer, and accepts the one of a canceled meeting', async () => {
    await insertMeeting('2030-01-07T15:00:00Z')
    for (const start of ['2030-01-07T14:30:00Z', '2030-01-07T15:00:00Z', '2030-01-07T15:30:00Z'])
      await expect(insertMeeting(start)).rejects.toMatchObject({
        sqlState: '23P01',
        constraint: 'meetings_starts_at_blocked_until_excl',
      })
    await insertMeeting('2030-01-07T15:45:00Z')
    await owner(
      `update public.meetings set status = 'canceled', canceled_at = now() where starts_at = '2030-01-07T15:00:00Z'`,
    )
    await insertMeeting('2030-01-07T15:00:00Z')
  })

  test.each([
    { ends_at: new Date('2030-02-01T15:00:00Z') },
    { blocked_until: new Date('2030-02-01T15:10:00Z') },
    { medium: 'video' },
    { room: 'https://meet.example/room' },
    { phone: null },
    { status: 'canceled' },
    { status: 'lost' },
    { starts_at: 'infinity', ends_at: 'infinity', blocked_until: 'infinity' },
  ])('meetings rejects %j', async (changes) => {
    await expect(insertMeeting('2030-02-01T15:00:00Z', changes)).rejects.toMatchObject({ sqlState: '23514' })
  })

  test('findFreeTimes goes by the defaults of the site until an admin sets others', async () => {
    expect(await readRules()).toMatchObject({ minutes: 30, bufferMinutes: 0, timeZone: 'America/New_York' })
    expect((await readRules()).weeklyHours).toContainEqual({ day: 5, opens: '09:00', closes: '18:00' })
    await owner(`insert into public.days_off (day) values ('2030-03-01')`)
    await owner(
      `update public.booking_rules set buffer_minutes = 15, weekly_hours = '[{"day": 6, "opens": "10:00", "closes": "11:30"}]'`,
    )
    expect(await readRules()).toMatchObject({
      minutes: 30,
      bufferMinutes: 15,
      weeklyHours: [{ day: 6, opens: '10:00', closes: '11:30' }],
    })
    expect((await readRules()).daysOff).toEqual(expect.arrayContaining(['2030-03-01', '2026-12-25']))
  })

  test.each([
    '{}',
    '[1]',
    '[{"day": 0, "opens": "09:00", "closes": "10:00"}]',
    '[{"day": 1.5, "opens": "09:00", "closes": "10:00"}]',
    '[{"day": 1, "opens": "10:00", "closes": "09:00"}]',
    '[{"day": 1, "opens": "9:00", "closes": "9:30"}]',
    '[{"day": 1, "opens": "09:00"}]',
    '[{"day": 1, "opens": "09:00", "closes": "24:00"}]',
  ])('booking_rules rejects the hours %s', async (hours) => {
    await expect(owner('update public.booking_rules set weekly_hours = $1', hours)).rejects.toMatchObject({
      sqlState: expect.stringMatching(/^2/),
    })
  })
})
