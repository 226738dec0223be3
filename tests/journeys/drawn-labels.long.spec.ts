import type { Page } from '@playwright/test'
import { anyWidth, expect, test } from './support/journey.ts'
import { listPublicPaths } from './support/public-paths.ts'

const WIDTHS = [320, 340, 360, 390, 600, 767, 768, 900, 1024, 1200, 1440, 1920]
/** In CSS pixels. */
const READABLE = 12
/** Depths of the sea are texture. */
const TEXTURE = '.d *, .s[fill-opacity] *'
/** Names of places, which charts show at every width; other labels of a chart may be outside of the visible part. */
const PLACES = '.n'

/** A drawing in the size in which a page shows it. */
interface Shown {
  address: string
  width: number
  height: number
}

test(
  'drawings on public pages show every label in at least 12 px and in full at twelve window widths',
  anyWidth,
  async ({ page, anotherPage, site }) => {
    const drawing = await anotherPage()
    const problems: string[] = []
    for (const [address, sizes] of await collectDrawings(page, await listPublicPaths(site.url))) {
      const response = await page.request.get(address)
      await drawing.setContent(await response.text())
      for (const size of sizes.values()) {
        const labels = await findUnreadable(drawing, size)
        problems.push(...labels.map((label) => `${address} at ${size.width} × ${size.height}: ${label}`))
      }
    }
    expect(problems).toEqual([])
  },
)

/** All drawings of the pages, each with every size in which a page shows it. */
async function collectDrawings(page: Page, paths: string[]): Promise<Map<string, Map<string, Shown>>> {
  const drawings = new Map<string, Map<string, Shown>>()
  for (const path of paths) {
    await page.goto(path)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      for (const shown of await listShown(page)) {
        const sizes = drawings.get(shown.address) ?? new Map<string, Shown>()
        drawings.set(shown.address, sizes.set(`${shown.width} × ${shown.height}`, shown))
      }
    }
  }
  return drawings
}

function listShown(page: Page): Promise<Shown[]> {
  return page.evaluate(() => {
    // Without this, sections far below have no layout.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [sheet]
    return [...document.images]
      .map((image) => {
        const sources = image.closest('picture')?.querySelectorAll('source') ?? []
        const source = [...sources].find(({ media }) => matchMedia(media).matches)
        const address = new URL(source?.srcset ?? image.src, document.baseURI).href
        return { address, width: image.clientWidth, height: image.clientHeight }
      })
      .filter(({ address, width }) => address.endsWith('.svg') && width > 0)
  })
}

/** Labels that are too small, missing or cut off if the page's only drawing has this size. */
async function findUnreadable(page: Page, { width, height }: Shown): Promise<string[]> {
  await page.setViewportSize({ width, height })
  return page.evaluate(
    ([readable, texture, places]) => {
      const svg = document.querySelector('svg')
      svg?.setAttribute('style', 'position: fixed; width: 100%; height: 100%; inset: 0')
      const mayLeave = svg?.getAttribute('preserveAspectRatio')?.endsWith('slice') === true
      return [...document.querySelectorAll('text')].flatMap((text) => {
        if (text.matches(texture)) return []
        const { a = 0, b = 0 } = text.getScreenCTM() ?? {}
        const size = Number.parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b)
        const { left, right, top, bottom, width } = text.getBoundingClientRect()
        const isWhole = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
        const isOutside = width === 0 || right <= 0 || left >= innerWidth || bottom <= 0 || top >= innerHeight
        const isFine = mayLeave && !text.matches(places) ? isWhole || isOutside : isWhole && width > 0
        // Sizes of images are rounded to a pixel.
        if (size > readable - 0.02 && isFine) return []
        return `"${text.textContent}" has ${size.toFixed(1)} px${isFine ? '' : ' and is missing or cut off'}`
      })
    },
    [READABLE, TEXTURE, PLACES] as const,
  )
}
