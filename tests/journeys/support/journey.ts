import { expect, test as base, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { findAccessibilityProblems } from './accessibility.ts'
import { startSite, type RunningSite } from './running-site.ts'

export interface SiteOptions {
  database: 'embedded' | 'server'
}

/** For journeys that do not depend on the screen width: they run once, on the wide screen. */
export const anyWidth = { tag: '@any-width' }

/** Where nothing hovers, a button of the row shows the actions of a notification. */
export async function showActions(notification: Locator): Promise<void> {
  await expect(notification).toBeVisible()
  const actions = notification.getByRole('button', { name: /^Actions/ })
  if (await actions.isVisible()) await actions.click()
}

/** On phones, the filters of the contacts are behind a button. */
export async function showFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^(More filters|Filters and order)$/ })
  await expect(button).toBeVisible()
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
}

interface JourneyFixtures {
  /** A second user in a separate browser, watched like `page`. */
  anotherPage: () => Promise<Page>
  /** Substrings of console messages and policy violations that this journey expects. */
  expectedProblems: string[]
}

interface SiteFixtures {
  site: RunningSite
}

/** Runs on the production build. Unexpected console errors and policy violations fail a journey. */
export const test = base.extend<JourneyFixtures, SiteOptions & SiteFixtures>({
  database: ['embedded', { option: true, scope: 'worker' }],
  site: [
    async ({ database }, use) => {
      const site =
        database === 'server'
          ? await startSite({
              environment: { DATABASE_URL: await fixture('/new-database') },
              // Set by `npm run scale`.
              instances: Number(process.env['SITE_INSTANCES'] ?? 1),
            })
          : await startSite({ template: await migratedTemplate() })
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  // Limits count by address: a journey must not use up the share of another.
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  extraHTTPHeaders: async ({}, use) => use({ 'X-Forwarded-For': ownAddress() }),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  expectedProblems: async ({}, use) => use([]),
  context: async ({ context, expectedProblems }, use) => {
    const problems = await watch(context)
    await use(context)
    expect(unexpected(problems, expectedProblems)).toEqual([])
  },
  anotherPage: async ({ browser, baseURL, viewport, expectedProblems }, use) => {
    const contexts: BrowserContext[] = []
    const problems: string[][] = []
    await use(async () => {
      const context = await browser.newContext({ baseURL: baseURL ?? '', viewport })
      contexts.push(context)
      problems.push(await watch(context))
      return context.newPage()
    })
    for (const context of contexts) await context.close()
    expect(unexpected(problems.flat(), expectedProblems)).toEqual([])
  },
})

export { expect }

/** An address that no other journey of this run has. */
function ownAddress(): string {
  const bytes = Array.from(test.info().testId.slice(-6).matchAll(/../g), ([pair]) =>
    Number.parseInt(pair, 16),
  )
  return `10.${bytes.join('.')}`
}

async function watch(context: BrowserContext): Promise<string[]> {
  const problems: string[] = []
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(
        `policy violation: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
      )
    })
  })
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (error) => problems.push(`uncaught: ${error.error().message}`))
  return problems
}

/** The browser's warning when a page is left, or a user signs out, while live updates connect. */
const LEFT_WHILE_CONNECTING = 'WebSocket is closed before the connection is established'

function unexpected(problems: string[], expected: string[]): string[] {
  const known = [...expected, LEFT_WHILE_CONNECTING]
  return problems.filter((problem) => !known.some((part) => problem.includes(part)))
}

/** Expects no violations in an axe check of the page (WCAG 2.2 AA). */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findAccessibilityProblems(page)).toEqual([])
}

/** Checks in light mode, and the colors in dark mode; leaves the page in light mode. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findAccessibilityProblems(page, { colors: true })).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
}

/** Also checks at phone width: for journeys that only run on the wide screen. */
export async function expectAccessibleAtAnyWidth(page: Page): Promise<void> {
  await expectAccessibleInBothSchemes(page)
  const wide = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  if (wide) await page.setViewportSize(wide)
}

export async function signIn(
  page: Page,
  account: { email: string; password: string },
  address = '/login',
): Promise<void> {
  await page.goto(address)
  await page.getByLabel('Email').fill(account.email)
  await page.locator('[name=password]').fill(account.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Signs out of the dashboard; on phones the button is in the account menu, which an open person covers. */
export async function signOut(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Sign Out', exact: true })
  if (await button.isVisible()) return button.click()
  const back = page.getByRole('button', { name: 'Back to the list' })
  if (await back.isVisible()) await back.click()
  await chooseInAccountMenu(page, 'Sign Out')
}

/** Chooses "Your account", "Team" or another item of the account menu. */
export async function chooseInAccountMenu(page: Page, item: string): Promise<void> {
  await openAccountMenu(page)
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

export async function openAccountMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /your account, team and sign out/ }).click()
}

/** Shows the details of the open contact, which narrow screens show in place of the timeline. */
export async function showDetails(page: Page): Promise<void> {
  await expect(
    page
      .getByRole('region', { name: 'Reply' })
      .or(page.getByRole('region', { name: 'Details' }))
      .first(),
  ).toBeVisible()
  const details = page.getByRole('button', { name: 'Details', exact: true })
  if (await details.isVisible()) await details.click()
}

export async function showTimeline(page: Page): Promise<void> {
  const timeline = page.getByRole('button', { name: 'Timeline', exact: true })
  if (await timeline.isVisible()) await timeline.click()
}

/** Opens the form of the open contact. */
export async function openForm(page: Page): Promise<void> {
  await showDetails(page)
  await page
    .getByRole('region', { name: 'Details' })
    .getByRole('button', { name: /^Edit / })
    .click()
}

/** Presses keys at typing speed, even if the page is slow. */
export async function pressInTurn(page: Page, ...keys: string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)))
}

/** A copy of the migrated database, which is created once per run. */
async function fixture(path: '/new-database' | '/embedded-template'): Promise<string> {
  const response = await fetch(`${process.env['DATABASE_FIXTURES']}${path}?content=migrated`)
  if (!response.ok) throw new Error(await response.text())
  return response.text()
}

/** A data directory to start another site from. */
export function migratedTemplate(): Promise<string> {
  return fixture('/embedded-template')
}
