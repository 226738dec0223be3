import type { Page, Request } from '@playwright/test'
import { anyWidth, expect, signIn, test } from './support/journey.ts'
import { openStarted } from './support/open-started.ts'
import { findSubmission } from './support/stored.ts'

const SCRIPTS = '**/assets/*.js'

async function fillIn(page: Page, email: string): Promise<void> {
  const field = (name: string) => page.locator(`#contact-form [name=${name}]`)
  await field('name').fill('Vera Holt')
  await field('email').fill(email)
  await field('message').fill('We want fewer phone calls about opening hours.')
}

/** Paths of the scripts a page loads. */
function watchScripts(page: Page): string[] {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') loaded.push(new URL(request.url()).pathname)
  })
  return loaded
}

test(
  'a public page loads no framework, and no more scripts at the first input',
  anyWidth,
  async ({ page }) => {
    const loaded = watchScripts(page)
    for (const path of ['/', '/services', '/blog', '/contact']) {
      await openStarted(page, path)
      await page.mouse.wheel(0, 400)
      await page.locator('main h1').click()
    }
    expect(loaded.filter((script) => /react|router|hydrate/.test(script))).toEqual([])
  },
)

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test(
    'nothing but a font and a picture shares the line with the first paint of the home page',
    anyWidth,
    async ({ page }) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.resourceType()))
      await openStarted(page, '/')
      // The script starts after the paint.
      expect(asked.slice(0, asked.indexOf('script')).toSorted()).toEqual(['document', 'font', 'image'])
    },
  )
})

test(
  'the first screen of the dashboard loads at most 200 kB of scripts, and the rest after it',
  anyWidth,
  async ({ page, site }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    // The first screen is not complete before it has all its data.
    await page.route('**/rest/v1/reply_times*', async (route) => {
      await held
      await route.continue()
    })
    const scripts = watchScriptSizes(page)
    await signIn(page, site.admin)
    await expect(page.getByText(/needs? a reply|^Nobody needs a reply/).first()).toBeVisible()
    await expect.poll(scripts.inFlight).toBe(0)
    const first = await scripts.bytes()
    expect(first).toBeLessThanOrEqual(200_000)
    release()
    await expect.poll(scripts.bytes).toBeGreaterThan(first + 50_000)
  },
)

const isScript = (request: Request) => request.resourceType() === 'script'

/** The scripts that a page loads: how many are under way, and the compressed bytes of the others with their headers. */
function watchScriptSizes(page: Page): { inFlight: () => number; bytes: () => Promise<number> } {
  let asked = 0
  const finished: Request[] = []
  page.on('request', (request) => (asked += Number(isScript(request))))
  page.on('requestfinished', (request) => (isScript(request) ? finished.push(request) : undefined))
  const bytes = async () => {
    const sizes = await Promise.all(finished.map((request) => request.sizes()))
    return sizes.reduce((sum, size) => sum + size.responseBodySize + size.responseHeadersSize, 0)
  }
  return { inFlight: () => asked - finished.length, bytes }
}

test.describe('a connection on which no script arrives', () => {
  test.use({ expectedProblems: ['Failed to load resource'] })

  test('pages can be read, the menu opens, and the contact form is sent', async ({
    page,
    site,
    isMobile,
  }) => {
    await page.route(SCRIPTS, (route) => route.abort())
    await page.goto('/pricing')
    await page.getByText('Is hosting included?').click()
    await expect(page.locator('details[open]')).toContainText('Hosting is included')
    if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('navigation', { name: /^Main/ }).getByRole('link', { name: 'Contact' }).click()
    await expect(page).toHaveURL('/contact')
    const email = `vera-${isMobile ? 'phone' : 'desk'}@jetty.example`
    await fillIn(page, email)
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByText('Message Sent Successfully!')).toBeVisible()
    expect(await findSubmission(site, email)).toMatchObject({ submission: { spam: false } })
  })
})

test(
  'a message sent before its script arrived is sent once the script is there',
  anyWidth,
  async ({ page }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route(/contact-form/, async (route) => {
      await held
      await route.continue()
    })
    await openStarted(page, '/contact')
    await fillIn(page, 'wes@jetty.example')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page).toHaveURL('/contact')
    release()
    await expect(page.locator('#contact-form')).toBeFocused()
    await expect(page.getByText('Message Sent Successfully!')).toBeVisible()
  },
)

test('a malformed fragment does no harm', anyWidth, async ({ page }) => {
  await openStarted(page, '/about#%E0%A4%A')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
