import type { Page } from '@playwright/test'
import {
  anyWidth,
  chooseInAccountMenu,
  expect,
  expectAccessibleInBothSchemes,
  signIn,
  test,
} from './support/journey.ts'
import type { RunningSite } from './support/running-site.ts'
import { createServiceClient, formatNumber, tag, writeContact } from './support/people.ts'

const ZONE = 'America/New_York'
const DAY_MS = 86_400_000
const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
const undo = (page: Page, text: string | RegExp) => said(page, text).getByRole('button', { name: 'Undo' })
const bookings = (page: Page, name: 'Upcoming bookings' | 'Past bookings') =>
  page.getByRole('list', { name }).getByRole('listitem')

/** The date in Wilmington, as YYYY-MM-DD. */
const localDay = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(at)

/** A moment of a day in Wilmington: "23:55". */
function localTime(day: string, time: string): Date {
  const asUtc = new Date(`${day}T${time}:00Z`)
  const shown = new Date(`${asUtc.toLocaleString('sv-SE', { timeZone: ZONE }).replace(' ', 'T')}Z`)
  return new Date(2 * asUtc.getTime() - shown.getTime())
}

async function writeMeeting(site: RunningSite, name: string, start: Date, minutes: number): Promise<string> {
  const contactId = await writeContact(site, { first_name: name, phone: formatNumber(7) })
  const end = new Date(start.getTime() + minutes * 60_000).toISOString()
  await createServiceClient(site)
    .from('meetings')
    .insert({
      contact_id: contactId,
      starts_at: start.toISOString(),
      ends_at: end,
      blocked_until: end,
      medium: 'phone',
      name: `${name} ${tag()}`,
      email: `${name}@harbor.example`,
      phone: formatNumber(7),
    })
    .throwOnError()
  return contactId
}

const saturday = (start: string) =>
  new Date(start).toLocaleDateString('en-US', { timeZone: ZONE, weekday: 'long' }) === 'Saturday'

/** The free times of two weeks from now on. */
async function freeTimes(site: RunningSite): Promise<string[]> {
  const response = await fetch(`${site.url}/functions/v1/meeting-slots?days=14`)
  const { slots }: { slots: { start: string }[] } = await response.json()
  return slots.map(({ start }) => start)
}

test('the bookings page lists who is met when, and opens the person', async ({ page, site }) => {
  const start = new Date(Date.now() + 200 * DAY_MS)
  start.setUTCHours(15, 30, 0, 0)
  const id = await writeMeeting(site, 'Dana', start, 45)
  await signIn(page, site.admin)
  await chooseInAccountMenu(page, 'Bookings')
  await expect(page.getByRole('heading', { level: 2, name: 'Bookings' })).toBeFocused()
  const row = bookings(page, 'Upcoming bookings').filter({ hasText: `Dana ${tag()}` })
  await expect(row).toContainText('Phone, 45 min')
  await expect(row.getByRole('button', { name: 'Reschedule the call' })).toBeVisible()
  await expectAccessibleInBothSchemes(page)

  await row.getByRole('button', { name: 'Cancel the call' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the call' }).press('Enter')
  await expect(row).toHaveCount(0)

  await writeMeeting(site, 'Gordon', new Date(Date.now() - 40 * DAY_MS), 30)
  await page.getByRole('link', { name: 'Past bookings' }).click()
  const past = bookings(page, 'Past bookings').filter({ hasText: `Gordon ${tag()}` })
  await past.getByRole('button', { name: 'It took place' }).click()
  await expect(past).toContainText('held')
  await past.getByRole('button', { name: 'Undo' }).click()
  await past.getByRole('button', { name: 'No-show' }).click()
  await expect(past).toContainText('no-show')

  await page.goto(`/login?contact=${id}`)
  await expect(page.getByRole('heading', { level: 2, name: /^Dana/ })).toBeVisible()
})

test('admins change the weekly hours, and visitors see it at once', async ({ page, site }) => {
  expect((await freeTimes(site)).filter(saturday)).toEqual([])
  await signIn(page, site.admin, '/login?view=bookings')
  const save = page.getByRole('button', { name: 'Save changes' })
  await expect(save).toBeDisabled()

  await page.getByRole('button', { name: 'Saturday: closed' }).press('Enter')
  await page.getByRole('button', { name: 'Open on this day' }).press('Enter')
  await page.getByLabel('Saturday from').fill('10:00')
  await page.getByLabel('Saturday to').fill('09:00')
  await save.press('Enter')
  await expect(page.getByText('The end must be later than the start.')).toBeVisible()
  await page.getByLabel('Saturday to').fill('11:00')
  await expect(page.getByRole('button', { name: 'Saturday: 10 AM to 11 AM' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Length' }).selectOption('20 minutes')
  await expectAccessibleInBothSchemes(page)
  await save.press('Enter')
  await expect(said(page, 'Schedule updated successfully')).toBeVisible()
  const times = (await freeTimes(site)).filter(saturday)
  expect(
    new Set(
      times.map((time) => new Date(time).toLocaleTimeString('en-US', { timeZone: ZONE, timeStyle: 'short' })),
    ),
  ).toEqual(new Set(['10:00 AM', '10:20 AM', '10:40 AM']))

  await undo(page, 'Schedule updated successfully').click()
  await expect(said(page, 'Change undone')).toBeVisible()
  expect((await freeTimes(site)).filter(saturday)).toEqual([])
})

test(
  'a conflict message appears when a colleague has changed the same booking rule',
  anyWidth,
  async ({ page, site, anotherPage }) => {
    const colleague = await anotherPage()
    const mia = await site.createAccount(`mia-${tag()}@desk.example`, 'admin')
    await signIn(page, site.admin, '/login?view=bookings')
    await page.getByRole('combobox', { name: 'Most a day' }).selectOption('5 calls')
    await signIn(colleague, mia, '/login?view=bookings')
    await colleague.getByRole('combobox', { name: 'Most a day' }).selectOption('3 calls')
    await colleague.getByRole('button', { name: 'Save changes' }).click()
    await expect(said(colleague, 'Schedule updated successfully')).toBeVisible()

    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'changed this schedule, too' })).toContainText(
      'You both changed: daily limit',
    )
    await page.getByRole('button', { name: 'Use theirs' }).click()
    await expect(page.getByRole('combobox', { name: 'Most a day' })).toHaveValue('3')
    await undo(colleague, 'Schedule updated successfully').click()
    await expect(said(colleague, 'Change undone')).toBeVisible()
  },
)

test('a day off takes its times away until it is removed', async ({ page, site }) => {
  const days = [...new Set((await freeTimes(site)).map((time) => localDay(new Date(time))))]
  const day = days.at(-1) ?? ''
  const isFree = async () => (await freeTimes(site)).some((time) => localDay(new Date(time)) === day)
  await signIn(page, site.admin, '/login?view=bookings')
  await page.getByRole('button', { name: 'Add a day off' }).click()
  await page.getByLabel('First day').fill(day)
  await page.getByLabel('Reason').fill(`Regatta ${tag()}`)
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Close this day' }).press('Enter')
  await expect(said(page, 'No bookings on')).toBeVisible()
  expect(await isFree()).toBe(false)
  const remove = page.getByRole('button', { name: `Remove Regatta ${tag()}` })
  await remove.click()
  await undo(page, 'can be booked again').click()
  await expect.poll(isFree).toBe(false)
  await expect(remove).toBeVisible()
  await remove.click()
  await expect(remove).toHaveCount(0)
  await expect.poll(isFree).toBe(true)
})

test('managers read the hours but cannot change them', anyWidth, async ({ page, site }) => {
  const manager = await site.createAccount(`joel-${tag()}@desk.example`, 'manager')
  await signIn(page, manager, '/login?view=bookings')
  await expect(page.getByText('Admins can change these hours.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Length' })).toBeDisabled()
  await expect(page.getByRole('button', { name: /Save changes|Add a day off|Monday/ })).toHaveCount(0)
})

test('Today lists the calls of the day above the next steps', async ({ page, site }) => {
  const id = await writeMeeting(site, 'Naomi', localTime(localDay(new Date()), '23:55'), 4)
  await signIn(page, site.admin, '/login?list=today')
  const calls = page.getByRole('region', { name: /calls? today$/ })
  const call = calls.getByRole('link', { name: `Naomi ${tag()}` })
  await expect(call).toContainText('Today, 11:55 PM')
  await expectAccessibleInBothSchemes(page)
  await call.click()
  await expect(page).toHaveURL(new RegExp(`contact=${id}`))
  await page.goto('/login?list=today&whose=mine')
  await expect(page.getByText('No next step is due.')).toBeVisible()
  await expect(call).toHaveCount(0)
})

test('a calendar program reads the bookings at a secret address until it is turned off', async ({
  page,
  site,
}) => {
  const joel = await site.createAccount(`cal-${tag()}@desk.example`, 'manager')
  await signIn(page, joel, '/login?view=bookings')
  await page.getByRole('button', { name: 'Make an address' }).press('Enter')
  const field = page.getByLabel('Address')
  await expect(field).toHaveValue(/calendar-feed\?key=/)
  await expectAccessibleInBothSchemes(page)
  const address = await field.inputValue()
  const calendar = await fetch(address)
  expect([calendar.status, await calendar.text()]).toEqual([200, expect.stringContaining('BEGIN:VCALENDAR')])
  await page.reload()
  await expect(page.getByText('Last read')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Make an address' })).toBeVisible()
  expect((await fetch(address)).status).toBe(404)
})

test('a busy calendar takes its times away until it is removed', async ({ page, site, expectedProblems }) => {
  expectedProblems.push('status of 400')
  const times = await freeTimes(site)
  const start = times[Math.floor(times.length / 2)] ?? ''
  const isFree = async () => (await freeTimes(site)).includes(start)
  const joel = await site.createAccount(`busy-${tag()}@desk.example`, 'manager')
  const service = createServiceClient(site)
  const { data: owner } = await service
    .from('profiles')
    .select('id')
    .eq('email', joel.email)
    .single()
    .throwOnError()
  const { data: calendar } = await service
    .from('busy_calendars')
    .insert({
      owner_id: owner.id,
      name: `Own ${tag()}`,
      asked_at: new Date().toISOString(),
      read_at: new Date().toISOString(),
      time_count: 2,
    })
    .select('id')
    .single()
    .throwOnError()
  const today = localTime(localDay(new Date()), '05:00')
  const write = async (at: Date) => {
    const times = { starts_at: at.toISOString(), ends_at: new Date(at.getTime() + 60_000).toISOString() }
    await service
      .from('busy_times')
      .insert({ calendar_id: calendar.id, ...times })
      .throwOnError()
  }
  await write(new Date(start))
  await write(today)
  expect(await isFree()).toBe(false)

  await signIn(page, joel, '/login?view=bookings')
  const row = page
    .getByRole('list', { name: 'Busy calendars' })
    .getByRole('listitem')
    .filter({ hasText: tag() })
  await expect(row).toContainText(/Read .*, 2 busy times$/)

  const weekday = today.toLocaleDateString('en-US', { timeZone: ZONE, weekday: 'long' })
  await expect(page.getByText(new RegExp(`^${weekday}: .*busy (once|\\d+ times)$`))).toBeAttached()

  await page.getByRole('button', { name: 'Add a calendar' }).press('Enter')
  const link = page.getByLabel('Link to the calendar')
  await expect(link).toBeFocused()
  await link.fill('http://127.0.0.1/calendar.ics')
  await page.getByLabel('Name').fill('Mine')
  await link.press('Enter')
  await expect(page.getByText('The address is not on the public internet.')).toBeVisible()
  await expect(link).toHaveValue('http://127.0.0.1/calendar.ics')
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Close' }).click()

  await row.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(said(page, 'Its times can be booked again')).toBeVisible()
  await expect(row).toHaveCount(0)
  expect(await isFree()).toBe(true)
})
