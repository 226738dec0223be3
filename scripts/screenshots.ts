import { chromium } from '@playwright/test'
import { mkdir } from 'node:fs/promises'
import { listPublicPaths } from '../tests/journeys/support/public-paths.ts'
import { startSite } from '../tests/journeys/support/running-site.ts'
import { buildIfStale } from './build-if-stale.ts'
import { findChromium } from './find-chromium.ts'

// `npm run screenshots -- [path …]` captures every public page in full at three widths in screenshots/ (ignored by
// git).

const WIDTHS = [390, 768, 1440]
const FOLDER = 'screenshots'

buildIfStale()
await mkdir(FOLDER, { recursive: true })
const site = await startSite({})
const browser = await chromium.launch({
  executablePath: findChromium(),
  // Drawings are separate documents, which only get reduced motion from the browser.
  args: ['--no-sandbox', '--disable-gpu', '--force-prefers-reduced-motion'],
})
const asked = process.argv.slice(2)
const paths = asked.length > 0 ? asked : [...(await listPublicPaths(site.url)), '/404', '/login']

for (const width of WIDTHS) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
  for (const path of paths) {
    await page.goto(site.url + path, { waitUntil: 'networkidle' })
    await showLazyPictures(page)
    const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')
    await page.screenshot({ path: `${FOLDER}/${name}-${width}.png`, fullPage: true })
  }
  await page.close()
}
await browser.close()
await site.stop()
console.log(`${paths.length} pages at ${WIDTHS.join(', ')} px are in ${FOLDER}/.`)

/** Images below the fold load when they come into view. */
async function showLazyPictures(page: Awaited<ReturnType<typeof browser.newPage>>): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.querySelectorAll('img')) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => null)))
    window.scrollTo({ top: 0, behavior: 'instant' })
  })
}
