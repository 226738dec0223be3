import { afterAll, beforeAll, expect, test } from 'vitest'
import { contactColumnLimits } from '../../db/row-types.ts'
import { staffLimits } from '../../features/bookings/staff-meetings.ts'
import { contactLimits } from '../../features/contacts/contacts.ts'
import { messageLimits } from '../../features/conversations/conversations.ts'
import type { Database } from '../../platform/database/database.ts'
import { openEmbedded } from '../support/databases.ts'

// Forms and functions limit what SQL checks once more. The two cannot share a constant.
let database: Database
beforeAll(async () => {
  database = await openEmbedded()
})
afterAll(() => database.close())

/** The check constraints of a table, by name. */
async function readChecks(table: string): Promise<Map<string, string>> {
  const { rows } = await database.asOwner((tx) =>
    tx.query<{ name: string; definition: string }>(
      `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
       where contype = 'c' and conrelid = $1::regclass`,
      [`public.${table}`],
    ),
  )
  return new Map(rows.map(({ name, definition }) => [name, definition]))
}

test('the limits of contact columns are all those that the table checks', async () => {
  const checked = Array.from((await readChecks('crm_contacts')).values(), (definition) =>
    /length\((\w+)\) <= (\d+)/.exec(definition),
  ).flatMap((found) => (found === null ? [] : [[found[1], Number(found[2])] as const]))
  expect(Object.fromEntries(checked)).toEqual(contactColumnLimits)
})

test.each([
  ['message_templates', 'body', messageLimits.text],
  ['communication_logs', 'override_reason', messageLimits.overrideReason],
  ['contact_notes', 'body', messageLimits.note],
  ['meetings', 'name', contactLimits.name],
  ['meetings', 'email', contactLimits.email],
  ['meetings', 'phone', contactLimits.phone],
  ['meetings', 'message', staffLimits.about],
  ['meetings', 'cancel_reason', staffLimits.cancelReason],
  ['profiles', 'meeting_room', staffLimits.room],
  ['busy_calendars', 'name', staffLimits.calendarName],
  ['contact_submissions', 'first_page', contactLimits.firstPage],
  ['contact_submissions', 'utm_campaign', contactLimits.campaign],
])('%s.%s checks the %i characters that forms allow', async (table, column, limit) => {
  const check = (await readChecks(table)).get(`${table}_${column}_check`) ?? ''
  expect(/length\(.+\) <= (\d+)/.exec(check)?.[1]).toBe(String(limit))
})
