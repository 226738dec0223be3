import { mkdirSync, writeFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { demoPosts } from '../features/blog/demo-posts.ts'
import { coverShapes } from './cover-shapes.ts'
import { coverSvg } from './cover.ts'
import { rasterize } from './browser.ts'

/** A cover for each category, for posts without a picture, and one for each article of the demo content. */
export async function makeCovers(browser: Browser, folder: URL): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const categories = Object.keys(coverShapes)
  const names = [...categories, ...demoPosts.map((post) => post.slug)]
  for (const name of names) {
    const category =
      categories.find((candidate) => name === candidate || name.startsWith(`${candidate}-`)) ?? 'general'
    writeFileSync(
      new URL(`${name}.svg`, folder),
      await coverSvg((shapes, size) => rasterize(browser, shapes, size), { category, name }),
    )
  }
}
