import { mkdirSync, writeFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { withBrowser } from './browser.ts'
import { makeCovers, makeSampleCovers } from './covers.ts'
import { makeDrawings } from './drawings/all.ts'
import { makeIcons } from './icons.ts'
import { picturesModule } from './pictures-module.ts'
import { makeSocialImages } from './social.ts'
import { makeStock } from './stock.ts'
import { makeWork } from './work.ts'

const root = new URL('../', import.meta.url)

/** All parts in order; `node art/make-art.ts drawings icons` makes only these two. */
const parts: Record<string, (browser: Browser) => Promise<void>> = {
  drawings: (browser) => makeDrawings(browser, folder('web/assets/art/')),
  photographs: makePhotographs,
  covers: (browser) => makeCovers(browser, folder('public/covers/')),
  samples: (browser) => makeSampleCovers(browser, folder('server/providers/ai/sample-covers/')),
  stock: () => makeStock(folder('public/stock/')),
  social: (browser) => makeSocialImages(browser, folder('public/og/')),
  icons: (browser) => makeIcons(browser, folder('public/')),
}

async function makePhotographs(browser: Browser): Promise<void> {
  writeFileSync(new URL('web/assets/pictures.ts', root), picturesModule(await makeWork(browser)))
}

function folder(path: string): URL {
  const url = new URL(path, root)
  mkdirSync(url, { recursive: true })
  return url
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length > 0)
  throw new Error(`Unknown part: ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}.`)
await withBrowser(async (browser) => {
  for (const [name, make] of Object.entries(parts))
    if (wanted.length === 0 || wanted.includes(name)) await make(browser)
})
