import { listPublicPaths, samplePaths } from '../tests/journeys/support/public-paths.ts'
import { startSite } from '../tests/journeys/support/running-site.ts'
import { buildIfStale } from './build-if-stale.ts'
import { photographDemonstration } from './photograph-demonstration.ts'
import { photographPages, withCamera } from './photograph-pages.ts'

// `npm run screenshots -- [path …]` captures every public page in full at four widths, and the states of the demonstration
// on the home page, in screenshots/ (ignored by git).

const folder = 'screenshots'
const widths = [390, 768, 1440, 1920]

buildIfStale()
const { url, stop } = await startSite({})
const asked = process.argv.slice(2)
const paths = asked.length > 0 ? asked : [...(await listPublicPaths(url)), ...samplePaths, '/404', '/login']
await withCamera(async (browser) => {
  await photographPages(browser, { url, paths, widths, folder })
  if (paths.includes('/')) await photographDemonstration(browser, { url, widths: [390, 1440], folder })
})
await stop()
console.log(`${paths.length} pages at ${widths.join(', ')} px are in ${folder}/.`)
