import { launch, type Browser, type Page } from 'puppeteer-core'
import { findChromium } from '../../../scripts/find-chromium.ts'

/** Headless browsers count as bots. */
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

/** A browser that prerenders pages. With Playwright's way to control it, Chromium only fetches them. */
export async function openPrerenderingBrowser(url: string): Promise<{ browser: Browser; page: Page }> {
  const browser = await launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', `--user-agent=${USER_AGENT}`],
    defaultViewport: { width: 1440, height: 900 },
  })
  const [page] = await browser.pages()
  if (page === undefined) throw new Error('The browser has no page.')
  await page.goto(url)
  return { browser, page }
}

/** The link of the header with this name. */
export function findHeaderLink(page: Page, name: string) {
  return page.locator(`header ::-p-aria([name="${name}"][role="link"])`)
}
