import { createClient } from '@supabase/supabase-js'
import type { Locator, Page, Request } from '@playwright/test'
import { anyWidth, expect, expectAccessibleInBothSchemes, signIn, test } from './support/journey.ts'
import type { RunningSite } from './support/running-site.ts'

/** Names no other test uses: projects and tests share a server. */
const tag = () => `c${test.info().testId.slice(-5)}${test.info().project.name}`

async function openDashboard(page: Page, site: RunningSite, address: string, role: 'admin' | 'manager') {
  await signIn(page, await site.createAccount(`palette-${tag()}-${role}@desk.example`, role), address)
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
}

async function createPerson(site: RunningSite): Promise<string> {
  const server = createClient(site.url, site.serviceRoleKey, { auth: { persistSession: false } })
  const { data } = await server
    .from('crm_contacts')
    .insert({ first_name: 'Dana', last_name: tag(), phone: '(910) 744-0188', company: 'Whitfield Dental' })
    .select('id')
    .single()
    .throwOnError()
  return String(data.id)
}

const field = (page: Page) => page.getByRole('combobox', { name: /^Find people/ })
const isSearch = (term: string) => (request: Request) =>
  request.url().includes(`search-contacts?${new URLSearchParams({ q: term }).toString()}`)
const groups = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('group')
const groupNames = (page: Page) =>
  groups(page).evaluateAll((found) => found.map((group) => group.firstElementChild?.textContent))

async function expectHighlighted(page: Page, option: Locator): Promise<void> {
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
}

async function run(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(typed)
  await expect(groups(page)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toHaveCount(0)
}

test('the palette opens empty, however fast it is opened again', async ({ page, site }) => {
  await openDashboard(page, site, '/login', 'manager')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  for (const typed of ['>notifications', '>blog', '>waiting']) {
    await page.keyboard.type(typed)
    await expect(field(page)).toHaveValue(typed)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
  }
})

test('the palette acts on the open person by keyboard', async ({ page, site }) => {
  const id = await createPerson(site)
  await openDashboard(page, site, `/login?contact=${id}`, 'manager')
  const name = `Dana ${tag()}`
  await expect(page.getByRole('region', { name: 'Reply' })).toBeVisible()

  await test.step('the commands for the person come first', async () => {
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await expect.poll(() => groupNames(page)).toEqual([`For ${name}`, 'Go to', 'Actions'])
    await expect(groups(page).first().getByRole('option')).toHaveText([
      /^Text Dana/,
      /^Email Dana/,
      /^Write a note/,
      /^Choose the owner/,
      /^Make me the owner/,
      /^Book a call/,
      /^Call Dana/,
      /^Set the next step/,
      /^Edit contact/,
      /^Log a call/,
    ])
    await expectHighlighted(page, page.getByRole('option', { name: 'Text Dana' }))
    await expectAccessibleInBothSchemes(page)
    await page.keyboard.press('Escape')
  })

  await test.step('a note, an owner, a next step and a call', async () => {
    await run(page, '>write a note')
    await expect(page.getByRole('textbox', { name: /note/i })).toBeFocused()
    await page.getByRole('heading', { name }).focus()
    await run(page, '>make me')
    await expect(page.getByRole('status').filter({ hasText: 'Owner changed' })).toBeVisible()
    await run(page, '>next step')
    await expect(page.getByRole('textbox', { name: 'What to do' })).toBeFocused()
    await page.keyboard.press('Escape')
    await run(page, '>call dana')
    await expect(page.getByRole('alertdialog')).toContainText('(910) 744-0188')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await page
      .getByRole('heading', { name: 'Details' })
      .or(page.getByRole('heading', { name }))
      .first()
      .click()
    await page.keyboard.press('n')
    await expect(page.getByRole('textbox', { name: /note/i })).toBeFocused()
  })
})

test(
  'the palette finds people, messages and posts, and says when it finds nothing or fails',
  anyWidth,
  async ({ page, site, expectedProblems }) => {
    expectedProblems.push('status of 500', 'Could not read', 'the search')
    const id = await createPerson(site)
    await openDashboard(page, site, '/login', 'admin')
    const server = createClient(site.url, site.serviceRoleKey, { auth: { persistSession: false } })
    await server
      .from('blog_posts')
      .insert({ title: `Dance with ${tag()}`, slug: `dance-${tag()}`, content: 'Words', excerpt: 'Words' })
      .throwOnError()
    const text = (message: string, created_at: string) => ({
      contact_id: id,
      type: 'sms',
      direction: 'inbound',
      status: 'received',
      phone_number: '+19107440188',
      message,
      created_at,
    })
    await server
      .from('communication_logs')
      .insert([
        text(`Is the ${tag()} open on Sunday?`, '2025-03-09T17:00:00Z'),
        ...Array.from({ length: 50 }, (_, n) => text(`Later, number ${n}`, `2025-04-01T17:00:${10 + n}Z`)),
      ])
      .throwOnError()
    const person = page.getByRole('option', { name: `Dana ${tag()} Whitfield Dental Lead` })
    const message = page.getByRole('option', { name: 'Is the' })

    await test.step('people first, then messages and posts', async () => {
      await page.keyboard.press('Control+k')
      await expect(field(page)).toBeFocused()
      await page.keyboard.type(tag())
      await expect(person).toBeVisible()
      await expect(message).toHaveAccessibleName(
        `Dana ${tag()} Is the ${tag()} open on Sunday? Text, Mar 9, 2025`,
      )
      await expect(page.getByRole('option', { name: `Dance with ${tag()}` })).toBeVisible()
      expect(await groupNames(page)).toEqual(['People', 'Messages and notes', 'Posts'])
      await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
      await expectHighlighted(page, person)
      await expectAccessibleInBothSchemes(page)
      // People with a name of near spelling may stand between.
      await page.getByRole('option', { name: `Dance with ${tag()}` }).click()
      await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(`Dance with ${tag()}`)
    })

    await test.step('commands only after ">"', async () => {
      await page.keyboard.press('Control+k')
      await expect(field(page)).toBeFocused()
      await page.keyboard.type('>dark')
      expect(await groupNames(page)).toEqual(['Actions'])
      await field(page).fill(`>${tag()}`)
      await expect(page.getByText('Nothing found.')).toBeVisible()
    })

    await test.step('a newer search cancels the request of the one before', async () => {
      const [slow, newer] = [`slow ${tag()}`, `newer ${tag()}`]
      await page.route('**/functions/v1/search-contacts*', (route) =>
        isSearch(slow)(route.request()) ? undefined : route.continue(),
      )
      const asked = page.waitForRequest(isSearch(slow))
      const canceled = page.waitForEvent('requestfailed', isSearch(slow))
      const answered = page.waitForResponse((response) => isSearch(newer)(response.request()))
      await field(page).fill(slow)
      await asked
      await field(page).fill(newer)
      expect((await canceled).failure()?.errorText).toBe('net::ERR_ABORTED')
      await answered
      await page.unroute('**/functions/v1/search-contacts*')
    })

    await test.step('a failed search is tried again by keyboard', async () => {
      await page.route('**/functions/v1/search-contacts*', (route) =>
        route.fulfill({ status: 500, body: '{}' }),
      )
      await field(page).fill(`dana ${tag()}`)
      const failed = page.getByRole('option', { name: 'People could not be searched. Try again' })
      await expect(failed).toBeVisible({ timeout: 20_000 })
      await page.unroute('**/functions/v1/search-contacts*')
      await page.keyboard.press('Enter')
      await expect(person).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: `Dana ${tag()}` })).toBeFocused()
    })

    await test.step('a message opens its person at the message, also behind pages of later ones', async () => {
      await page.goto('/login')
      await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
      await page.keyboard.press('Control+k')
      await expect(field(page)).toBeFocused()
      await page.keyboard.type(`sunday ${tag()}`)
      // The person comes first: they wrote these words.
      await expectHighlighted(page, person)
      await message.click()
      const entry = page.getByRole('listitem').filter({ hasText: `Is the ${tag()} open` })
      await expect(entry).toBeFocused()
      await expect(entry).toBeInViewport()
      expect(new URL(page.url()).searchParams.get('contact')).toBe(id)
    })
  },
)

test(
  'the palette opens once the connection is back',
  anyWidth,
  async ({ page, context, site, expectedProblems }) => {
    expectedProblems.push('ERR_INTERNET_DISCONNECTED', 'Could not read')
    await openDashboard(page, site, '/login', 'manager')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await context.setOffline(true)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('alert')).toContainText('No connection: This could not be fetched.')
    // Some browsers never ask again for a module that failed to load.
    expect(asked.filter((url) => url.includes('command-palette'))).toEqual([])
    await context.setOffline(false)
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(field(page)).toHaveCount(0)
  },
)

test('while the command palette is open, keys go to it; closed, the focus returns, and it opens again empty', async ({
  page,
  site,
}) => {
  const id = await createPerson(site)
  await openDashboard(page, site, '/login', 'manager')
  const dialog = page.getByRole('dialog', { name: 'Command palette' })
  const contacts = page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Contacts' })
  await contacts.focus()

  await test.step('keys of the page go into it, and Tab stays in it', async () => {
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('2 x')
    await expect(field(page)).toHaveValue('2 x')
    await expect(page.getByText('Nothing found.')).toBeVisible()
    for (const stop of [dialog.getByRole('button', { name: 'Close' }), field(page)]) {
      await page.keyboard.press('Tab')
      await expect(stop).toBeFocused()
    }
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(contacts).toBeFocused()
    expect(new URL(page.url()).searchParams.get('list')).toBeNull()
  })

  await test.step('a click beside its rows leaves it open, one outside closes it', async () => {
    await page.keyboard.press('Control+k')
    await expect(field(page)).toHaveValue('')
    await expect.poll(() => groupNames(page)).toEqual(['Go to', 'Actions'])
    await dialog.getByText('Actions', { exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await page.mouse.click(5, 400)
    await expect(dialog).toHaveCount(0)
    await expect(contacts).toBeFocused()
  })

  await test.step('it has the commands of a person opened since', async () => {
    await run(page, tag())
    await expect(page.getByRole('heading', { name: `Dana ${tag()}` })).toBeFocused()
    expect(new URL(page.url()).searchParams.get('contact')).toBe(id)
    await expect(page.getByRole('region', { name: 'Reply' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect.poll(() => groupNames(page)).toEqual([`For Dana ${tag()}`, 'Go to', 'Actions'])
    await expectHighlighted(page, page.getByRole('option', { name: 'Text Dana' }))
  })
})

test('an open palette gains the commands of parts that load later', anyWidth, async ({ page, site }) => {
  const id = await createPerson(site)
  const released = Promise.withResolvers<void>()
  await page.route('**/rest/v1/profiles?*role=in.*', async (route) => {
    await released.promise
    await route.continue()
  })
  await openDashboard(page, site, `/login?contact=${id}`, 'manager')
  await expect(page.getByRole('region', { name: 'Reply' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  const offer = page.getByRole('option', { name: 'Make me the owner' })
  await expect(page.getByRole('option', { name: 'Set the next step' })).toBeVisible()
  await expect(offer).toHaveCount(0)
  released.resolve()
  await expect(offer).toBeVisible()
})

test('letters typed before a search field appears go into it', anyWidth, async ({ page, site }) => {
  await openDashboard(page, site, '/login', 'manager')
  const delivered = Promise.withResolvers<void>()
  await page.route('**/*command-palette*', async (route) => {
    await delivered.promise
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('gc dana')
  delivered.resolve()
  await expect(field(page)).toHaveValue('gc dana')
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveCount(0)

  // At once, in one step of the page.
  await page.evaluate((keys) => {
    for (const key of keys) document.dispatchEvent(new KeyboardEvent('keydown', { key }))
  }, '/whit')
  const search = page.getByRole('region', { name: 'People' }).getByRole('searchbox')
  await expect(search).toHaveValue('whit')
  await page.keyboard.type('field')
  await expect(search).toHaveValue('whitfield')
})
