import { displayFace, withBrowser, withPage } from '../../art/browser.ts'
import { findWideLines } from '../../art/drawings/hero.ts'
import { ExplainedError } from '../../platform/errors.ts'
import { splitTagline } from '../../site.config.ts'

/** Throws ExplainedError if a line of the tagline does not fit on the home page. */
export async function requireFittingTagline(tagline: string): Promise<void> {
  const wide = await withBrowser((browser) => findWideLines(browser, splitTagline(tagline)))
  if (wide.length > 0)
    throw new ExplainedError(
      `Too wide for the home page: ${wide.map((line) => `“${line}”`).join(', ')} Choose shorter words.`,
    )
}

/** How large a name can be in the footer, beside the name the product comes with; at most 1.2. */
export async function measureWordmark(name: string): Promise<number> {
  const widths = await withBrowser((browser) =>
    withPage(browser, { width: 4000, height: 400 }, async (page) => {
      await page.setContent(
        `<style>${displayFace()}b{position:absolute;font:760 100px Bricolage;letter-spacing:-.022em;white-space:nowrap}</style><b>Tidewright</b><b></b>`,
      )
      await page
        .locator('b')
        .last()
        .evaluate((element, text) => (element.textContent = text), name)
      await page.evaluate(() => document.fonts.ready)
      return await page.locator('b').evaluateAll((names) => names.map((element) => element.clientWidth))
    }),
  )
  const [usual = 1, given = 1] = widths
  return Math.min(Math.floor((usual / given) * 100) / 100, 1.2)
}
