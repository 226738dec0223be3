import { createClient } from '@supabase/supabase-js'
import type { Browser, Locator, Page, ViewportSize } from '@playwright/test'
import {
  anyWidth,
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  signIn,
  test,
} from './support/journey.ts'
import { createServiceClient, tag } from './support/people.ts'
import type { RunningSite } from './support/running-site.ts'

const dayStrip = (page: Page) => page.getByRole('navigation', { name: 'Days with free times' })
const freeDays = (page: Page) => dayStrip(page).locator('a[href*="day="]')

/** Opens the last day shown, which has all its times at any hour of the day, and chooses one. */
async function chooseTime(page: Page, place: number): Promise<void> {
  const day = freeDays(page).last()
  await day.click()
  await expect(day).toHaveAttribute('aria-current', 'date')
  await expect(page.getByRole('group')).toContainText('ET is our time')
  await page.getByRole('group').locator('label').nth(place).click()
}

/** Returns the address of the details. */
async function openDetails(page: Page, place: number): Promise<string> {
  await page.goto('/schedule')
  await chooseTime(page, place)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  return page.url()
}

async function fillIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('Email Address').fill(`${name.toLowerCase()}@harbor.example`)
  await page.getByLabel('Phone Number').fill('(910) 555-0187')
}

async function expectBooked(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name: `You are booked, ${name}.` })).toBeVisible()
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The key Tab does not lead to the target.')
}

const how = (page: Page) => page.getByRole('radiogroup', { name: 'How we talk' })
const saved = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** Types the address of the own room on the account page, by keyboard. */
async function enterRoom(page: Page, room: string): Promise<void> {
  const field = page.getByLabel('Your meeting room')
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.keyboard.type(room)
  await page.keyboard.press('Enter')
}

/** A page on which scripts do not run. */
async function openPlain(browser: Browser, site: RunningSite, viewport: ViewportSize | null) {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false, viewport })
  return context.newPage()
}

test('a visitor books, moves and cancels a call', async ({ page }) => {
  await openDetails(page, 0)
  await fillIn(page, 'Ada')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Book this time' }).click()
  await expectBooked(page, 'Ada')
  await expect(page.getByRole('region', { name: 'You are booked, Ada.' })).toBeFocused()
  await expect(page.getByText('The invitation is on its way to ada@harbor.example.')).toBeVisible()
  await expectAccessible(page)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Add to calendar' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('invite.ics')

  await page.getByRole('link', { name: 'Reschedule or cancel' }).click()
  await expect(page.getByText('Ada, ada@harbor.example')).toBeVisible()
  await expect(page.getByText('We call you')).toBeVisible()
  await expect(page.getByRole('radiogroup', { name: 'How we talk' }).getByRole('radio')).toBeChecked()
  await chooseTime(page, 3)
  await page.getByRole('button', { name: /^Move to \d+:\d\d [AP]M$/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your call was moved.' })).toBeVisible()

  await page.getByRole('link', { name: 'Cancel this call' }).click()
  await expect(page.getByText('The time goes back to other people at once.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Keep it' }).click()
  await page.getByRole('link', { name: 'Cancel this call' }).click()
  await page.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'It is canceled.' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pick a new time' })).toBeVisible()
})

test('a visitor picks a time on the home page', anyWidth, async ({ page }) => {
  await page.goto('/')
  const panel = page.getByRole('form', { name: 'Pick a time' })
  await expect(page.getByRole('link', { name: 'See the open times' })).toBeAttached()
  await page.locator('#message').scrollIntoViewIfNeeded()
  await expect(panel.getByRole('heading', { level: 3, name: 'Pick a time' })).toBeVisible()
  await expect(panel.getByLabel('Your time zone')).toBeEnabled()
  await expectAccessible(page)
  const time = panel.getByRole('radio', { name: /AM|PM/ }).first()
  await time.check()
  await panel.getByRole('button', { name: /^Continue with \d+:\d\d [AP]M$/ }).click()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
})

test('without the free times, the home page leads to them', anyWidth, async ({ page, expectedProblems }) => {
  expectedProblems.push('net::ERR_FAILED')
  await page.route('**/free-times', (route) => route.abort())
  await page.goto('/')
  const asked = page.waitForRequest('**/free-times')
  await page.locator('#message').scrollIntoViewIfNeeded()
  await asked
  await page.getByRole('link', { name: 'See the open times' }).click()
  await expect(page.getByRole('form', { name: 'Pick a time' })).toBeVisible()
})

test('the free times alone ask search engines not to list them', async ({ request }) => {
  const answer = await request.get('/free-times')
  expect(answer.headers()).toMatchObject({
    'x-robots-tag': 'noindex',
    'content-type': 'text/html; charset=utf-8',
  })
})

test('a visitor books a call by keyboard', async ({ page }) => {
  await page.goto('/schedule')
  await tabTo(page, freeDays(page).last())
  await page.keyboard.press('Enter')
  await expect(freeDays(page).last()).toHaveAttribute('aria-current', 'date')
  const times = page.getByRole('group').getByRole('radio')
  await tabTo(page, times.first())
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(times.nth(1)).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /^Continue with/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  await tabTo(page, page.getByLabel('Full Name'))
  await page.keyboard.type('Gus')
  await page.keyboard.press('Tab')
  await page.keyboard.type('gus@harbor.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('9105550187')
  await page.keyboard.press('Enter')
  await expectBooked(page, 'Gus')
  await expect(page.getByRole('region', { name: 'You are booked, Gus.' })).toBeFocused()
})

test('the button to the details names the chosen time and keeps its size', async ({
  page,
  browser,
  site,
  viewport,
}) => {
  const plain = await openPlain(browser, site, viewport)
  await plain.goto('/schedule')
  const withoutScripts = plain.getByRole('button', { name: 'Continue', exact: true })
  await expect(withoutScripts).toBeEnabled()
  const before = await withoutScripts.boundingBox()
  await plain.context().close()

  await page.goto('/schedule')
  const step = page.locator('form button[type=submit]')
  await expect(step).toHaveText('Choose a time first')
  await expect(step).toBeDisabled()
  const waiting = await step.boundingBox()
  expect([waiting?.width, waiting?.height]).toEqual([before?.width, before?.height])
  await chooseTime(page, 0)
  await expect(step).toHaveText(/^Continue with \d+:\d\d [AP]M$/)
  await expect(step).toBeEnabled()
  expect((await step.boundingBox())?.width).toBe(before?.width)
  await freeDays(page).first().click()
  await expect(step).toHaveText('Choose a time first')
})

test('a day off stands between the free days, said in words', async ({ page, browser, site, viewport }) => {
  await page.goto('/schedule')
  const address = await freeDays(page).nth(1).getAttribute('href')
  const day = /day=([\d-]+)/.exec(address ?? '')?.[1] ?? ''
  const weekday = new Date(day).toLocaleDateString('en-US', { timeZone: 'UTC', weekday: 'long' })
  const admin = createClient(site.url, site.anonKey, { auth: { persistSession: false } })
  await admin.auth.signInWithPassword(site.admin)
  const daysOff = admin.from('days_off')
  await daysOff.insert({ day }).throwOnError()
  try {
    const plain = await openPlain(browser, site, viewport)
    for (const view of [page, plain]) {
      await view.goto('/schedule')
      const closed = dayStrip(view).getByText(/^\w{3} \d+ Closed$/)
      await expect(closed.filter({ hasText: ` ${Number(day.slice(8))} ` })).toBeVisible()
      await expect(dayStrip(view).locator(`a[href*="day=${day}"]`)).toHaveCount(0)
      await expect(view.getByText(/^We are closed on .+\.$/)).toContainText(weekday)
    }
    await expectAccessible(page)
    await plain.context().close()
  } finally {
    await daysOff.delete().eq('day', day).throwOnError()
  }
})

test('arrows lead to the next page of days and back', async ({ page }) => {
  await page.goto('/schedule')
  await expect(page.getByRole('radiogroup', { name: 'How we talk' })).toContainText('Phone: we call you')
  const first = await dayStrip(page).textContent()
  await expect(page.getByRole('link', { name: 'Earlier days' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Later days' }).click()
  await expect(dayStrip(page)).not.toHaveText(first ?? '')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Earlier days' }).click()
  await expect(dayStrip(page)).toHaveText(first ?? '')
})

test('a booking says what led to the visit', anyWidth, async ({ page, site }) => {
  await page.goto('/services/local-seo?utm_campaign=map-audit&gclid=a-click-id', {
    referer: 'https://www.google.com/',
  })
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('visit'))).not.toBeNull()
  await openDetails(page, 1)
  await fillIn(page, 'Orla')
  await page.getByRole('button', { name: 'Book this time' }).click()
  await expectBooked(page, 'Orla')
  const { data } = await createServiceClient(site)
    .from('meetings')
    .select('first_page, referrer_host, ad_network, utm_campaign')
    .eq('email', 'orla@harbor.example')
    .throwOnError()
  expect(data).toEqual([
    {
      first_page: '/services/local-seo',
      referrer_host: 'google.com',
      ad_network: 'Google Ads',
      utm_campaign: 'map-audit',
    },
  ])
})

test('a visitor without JavaScript books a call and keeps the details when the time was taken', async ({
  browser,
  site,
  viewport,
}) => {
  const [first, second] = [await openPlain(browser, site, viewport), await openPlain(browser, site, viewport)]
  await second.goto(await openDetails(first, 1))
  await fillIn(first, 'Ben')
  await fillIn(second, 'Cleo')
  await second.getByLabel('What should we look at first?').fill('Our booking page.')
  await first.getByRole('button', { name: 'Book this time' }).click()
  await expectBooked(first, 'Ben')

  await second.getByRole('button', { name: 'Book this time' }).click()
  await expect(second.getByRole('alert')).toHaveText(
    /^\d+:\d\d [AP]M ET was taken a moment ago\. Your details are still here\./,
  )
  await expect(second.getByLabel('What should we look at first?')).toHaveValue('Our booking page.')
  const taken = second.getByRole('group').first().locator('label', { hasText: 'Just taken' })
  await expect(taken.getByRole('radio')).toBeDisabled()
  const neighbor = second
    .getByRole('group')
    .first()
    .locator('label', { has: second.locator(':checked') })
  const time = await neighbor.locator('span').textContent()
  await second.getByRole('button', { name: `Book ${time} instead` }).click()
  await expectBooked(second, 'Cleo')
  await second.getByRole('link', { name: 'Reschedule or cancel' }).click()

  await second.getByRole('link', { name: 'Cancel this call' }).click()
  await second.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(second.getByRole('heading', { level: 1, name: 'It is canceled.' })).toBeVisible()
  await Promise.all([first, second].map((page) => page.context().close()))
})

test(
  'a visitor without JavaScript moves a call within its day although the day is full',
  anyWidth,
  async ({ browser, site, viewport }) => {
    const page = await openPlain(browser, site, viewport)
    await openDetails(page, 4)
    await fillIn(page, 'Finn')
    await page.getByRole('button', { name: 'Book this time' }).click()
    await expectBooked(page, 'Finn')
    const path = new URL(page.url()).pathname
    const meetings = createServiceClient(site).from('meetings').select('starts_at')
    const { data } = await meetings.neq('status', 'canceled').throwOnError()
    const days = data.map((meeting) => String(meeting['starts_at']).slice(0, 10))
    const own = await createServiceClient(site)
      .from('meetings')
      .select('starts_at')
      .eq('email', 'finn@harbor.example')
      .single()
      .throwOnError()
    const day = String(own.data['starts_at']).slice(0, 10)
    const admin = createClient(site.url, site.anonKey, { auth: { persistSession: false } })
    await admin.auth.signInWithPassword(site.admin)
    const limitTo = (daily_limit: number | null) =>
      admin.from('booking_rules').update({ daily_limit }).not('id', 'is', null).throwOnError()
    await limitTo(days.filter((each) => each === day).length)
    try {
      await page.goto('/schedule')
      await expect(dayStrip(page).locator(`a[href*="day=${day}"]`)).toHaveCount(0)
      const full = dayStrip(page).getByText(/^\w{3} \d+ Full$/)
      await expect(full.filter({ hasText: ` ${Number(day.slice(8))} ` })).toBeVisible()
      await page.goto(`${path}?day=${day}`)
      await expect(page.getByRole('group').locator('label', { hasText: 'Your time now' })).toHaveCount(1)
      await page.getByRole('group').locator('label').last().click()
      await page.getByRole('button', { name: 'Move to this time' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Your call was moved.' })).toBeVisible()
    } finally {
      await limitTo(null)
    }
    await page.context().close()
  },
)

test.describe('by video', () => {
  test('a staff member enters a room by keyboard, and a visitor books a call in it by keyboard', async ({
    page,
    anotherPage,
    site,
  }) => {
    const account = await site.createAccount(`room-${tag()}@desk.example`, 'manager')
    await signIn(page, account, '/login?view=account')
    const field = page.getByLabel('Your meeting room')
    await enterRoom(page, 'my room')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(/Enter an address that begins with https:\/\//)
    await expectAccessibleInBothSchemes(page)
    await enterRoom(page, 'meet.example/harbor')
    await expect(saved(page, 'Your meeting room was saved')).toBeVisible()
    await expect(field).toHaveValue('https://meet.example/harbor')
    await page.reload()
    await expect(field).toHaveValue('https://meet.example/harbor')

    const visitor = await anotherPage()
    await visitor.goto('/schedule')
    await expect(how(visitor).getByRole('radio', { name: 'Video' })).toBeChecked()
    await expectAccessible(visitor)
    await tabTo(visitor, how(visitor).getByRole('radio', { name: 'Video' }))
    await visitor.keyboard.press('ArrowRight')
    await expect(how(visitor).getByRole('radio', { name: 'Phone' })).toBeChecked()
    await visitor.keyboard.press('ArrowLeft')
    await tabTo(visitor, freeDays(visitor).last())
    await visitor.keyboard.press('Enter')
    await expect(freeDays(visitor).last()).toHaveAttribute('aria-current', 'date')
    await tabTo(visitor, visitor.getByRole('group').getByRole('radio').first())
    // The last of the day: other journeys book the first.
    await visitor.keyboard.press('ArrowUp')
    await tabTo(visitor, visitor.getByRole('button', { name: /^Continue with/ }))
    await visitor.keyboard.press('Enter')
    await expect(visitor.getByRole('form', { name: 'Your details' })).toContainText('30 min · video')
    await tabTo(visitor, visitor.getByLabel('Full Name'))
    await visitor.keyboard.type('Vera')
    await visitor.keyboard.press('Tab')
    await visitor.keyboard.type(`vera-${tag()}@harbor.example`)
    await visitor.keyboard.press('Enter')
    await expectBooked(visitor, 'Vera')
    const link = visitor.getByRole('link', { name: 'https://meet.example/harbor' })
    await expect(link).toHaveAttribute('href', 'https://meet.example/harbor')
    await expectAccessible(visitor)
    await visitor.getByRole('link', { name: 'Reschedule or cancel' }).press('Enter')
    await expect(visitor.getByRole('link', { name: 'Join the video call' })).toHaveAttribute(
      'href',
      'https://meet.example/harbor',
    )
    const invitation = await visitor.request.get(`${new URL(visitor.url()).pathname}/invite.ics`)
    expect(await invitation.text()).toContain('LOCATION:https://meet.example/harbor')

    await page.goto('/login?view=bookings')
    const booking = page.getByRole('list', { name: 'Upcoming bookings' }).getByRole('listitem')
    await expect(
      booking.filter({ hasText: 'Vera' }).getByRole('link', { name: 'Video' }).first(),
    ).toHaveAttribute('href', 'https://meet.example/harbor')
    await expectAccessibleInBothSchemes(page)

    await page.goto('/login?view=account')
    await enterRoom(page, '')
    await expect(saved(page, 'Your meeting room was removed')).toBeVisible()
    // The page is cached until the rooms change.
    await expect(async () => {
      await visitor.goto('/schedule')
      await expect(how(visitor)).toHaveText(/Phone: we call you/, { timeout: 1 })
    }).toPass()
  })

  test('a visitor without JavaScript books a call by video, and moves it to the phone', async ({
    browser,
    site,
    viewport,
  }) => {
    const people = createServiceClient(site).from('profiles')
    const setRoom = (meeting_room: string | null) =>
      people.update({ meeting_room }).eq('email', site.admin.email).throwOnError()
    await setRoom('https://meet.example/lighthouse')
    const page = await openPlain(browser, site, viewport)
    await page.goto('/contact')
    await how(page).getByText('Phone').click()
    await how(page).getByText('Video').click()
    await openDetails(page, 3)
    await fillIn(page, 'Wes')
    await page.getByRole('button', { name: 'Book this time' }).click()
    await expectBooked(page, 'Wes')
    await expect(page.getByRole('link', { name: 'https://meet.example/lighthouse' })).toBeVisible()
    await page.getByRole('link', { name: 'Reschedule or cancel' }).click()
    await how(page).getByText('Phone').click()
    await page.getByRole('group').locator('label', { hasNotText: 'Your time now' }).last().click()
    await page.getByRole('button', { name: 'Move to this time' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Your call was moved.' })).toBeVisible()
    await expect(page.getByText('We call you')).toBeVisible()
    await setRoom(null)
    await page.context().close()
  })
})

test.describe('mistakes', () => {
  test.use({ expectedProblems: ['the server responded with a status of 400'] })

  test('a booking form with mistakes names them and keeps the typed values', anyWidth, async ({ page }) => {
    await openDetails(page, 2)
    await page.getByRole('button', { name: 'Book this time' }).click()
    for (const problem of ['your name', 'your email address', 'the phone number we should call'])
      await expect(page.getByText(`Please enter ${problem}.`)).toBeVisible()
    await fillIn(page, 'Dana')
    await page.getByLabel('Email Address').fill('dana@')
    await page.getByRole('button', { name: 'Book this time' }).click()
    await expect(page.getByText('Please enter a valid email address, like name@example.com.')).toBeVisible()
    await expect(page.getByLabel('Full Name')).toHaveValue('Dana')
    await page.getByLabel('Email Address').fill('dana@harbor.example')
    await page.getByRole('button', { name: 'Book this time' }).click()
    await expectBooked(page, 'Dana')
  })
})

test.describe('links', () => {
  test.use({ expectedProblems: ['the server responded with a status of 404'] })

  test(
    'a link without a meeting answers 404, and a past time shows a message',
    anyWidth,
    async ({ page, site }) => {
      expect((await page.goto('/schedule/unknown'))?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('We can’t find this call.')
      await expectAccessible(page)
      expect((await fetch(`${site.url}/schedule/unknown/invite.ics`)).status).toBe(404)
      await page.goto('/schedule?start=2020-01-06T15:00:00.000Z')
      await expect(page.getByRole('heading', { name: 'That time has passed.' })).toBeVisible()
      await expect(page.getByText('for Monday at 10:00 AM ET. Nothing is booked.')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'See new times' }).click()
      await expect(freeDays(page).first()).toBeVisible()
    },
  )
})

test.describe('a visitor in another time zone', () => {
  test.use({ timezoneId: 'America/Los_Angeles' })

  test('times are shown by the clock of the visitor and by ours, and a chosen zone changes the words only', async ({
    page,
  }) => {
    await page.goto('/schedule')
    await chooseTime(page, 0)
    const first = page.getByRole('group').locator('label').first()
    await expect(first).toHaveText('6:00 AM your time, 9:00 AM ET')
    await expect(page.getByLabel('Your time zone')).toHaveValue('America/Los_Angeles')
    await expect(page.getByRole('option', { selected: true })).toHaveText('Pacific Time (Los Angeles)')
    await page.getByLabel('Your time zone').selectOption('Pacific/Auckland')
    await expect(first).toHaveText(/^[A-Z][a-z]{2} [1-3]:00 AM your time, 9:00 AM ET$/)
    await expect(first.getByRole('radio')).toBeChecked()
    await page.getByLabel('Your time zone').selectOption('America/New_York')
    await expect(first).toHaveText('9:00 AM')
    await page.getByLabel('Your time zone').selectOption('America/Chicago')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('form', { name: 'Your details' })).toContainText(
      /8:00 AM Central Time ?9:00 AM in Wilmington · 30 min · phone/,
    )
  })
})
