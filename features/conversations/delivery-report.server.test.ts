import { expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import { recordCallResult } from './calls.server.ts'
import { recordDeliveryReport } from './delivery-report.server.ts'
import { openServer } from '../../tests/support/databases.ts'

// The embedded database has one session: the answer waits until the report is written.
test('the answer to a call does not overwrite a newer delivery report written concurrently', async () => {
  const database = await openServer()
  const now = new Date('2026-11-23T17:00:00Z')
  const find = async (sql: string) =>
    (await asService(database, (tx) => tx.query<Record<string, unknown>>(sql))).rows
  const [call] = await find(
    `insert into public.communication_logs (type, direction, phone_number, status)
     values ('call', 'outbound', '+19107620142', 'queued') returning id`,
  )
  const logId = String(call?.['id'])

  const written = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const report = asService(database, async (tx) => {
    const completed = { status: 'completed', errorCode: null, duration: 42 }
    await recordDeliveryReport(tx, { logId, providerId: 'CA1', now, ...completed })
    written.resolve()
    await end.promise
  })
  await written.promise
  const queued = { result: 'accepted', providerId: 'CA1', status: 'queued', segments: null } as const
  const answer = asService(database, (tx) => recordCallResult(tx, { logId, answer: queued }))
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await database.asOwner((tx) => tx.query(waiting))).rowCount).toBe(1)
  end.resolve()
  await Promise.all([report, answer])

  expect(
    await find('select status, delivery_status, duration_seconds from public.communication_logs'),
  ).toEqual([{ status: 'initiated', delivery_status: 'completed', duration_seconds: 42 }])
  await database.close()
})
