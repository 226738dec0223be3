import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser } from '@playwright/test'
import sharp from 'sharp'
import { demoPosts } from '../features/blog/demo-posts.ts'
import { coverShapes, coverSvg } from './cover.ts'
import { rasterize } from './browser.ts'

/** Covers for each category, for posts without a picture, and for each article of the demo content. */
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

/** Shapes and colors of the five pictures that replace an image model if none is set. */
const samples = [
  { name: 'sample-1', category: 'general', colors: 'ai-automation' },
  { name: 'sample-2', category: 'seo-marketing', colors: 'social-media' },
  { name: 'sample-3', category: 'web-development', colors: 'seo-marketing' },
  { name: 'sample-4', category: 'ai-automation', colors: 'web-development' },
  { name: 'sample-5', category: 'social-media', colors: 'custom-development' },
]

/** Pictures for the simulated image model: WebP, 1600 by 1000 pixels. */
export async function makeSampleCovers(browser: Browser, folder: URL): Promise<void> {
  for (const { name, category, colors } of samples) {
    const svg = await coverSvg((shapes, size) => rasterize(browser, shapes, size), { category, colors, name })
    await sharp(Buffer.from(svg), { density: 144 })
      .resize(1600)
      .webp({ quality: 80, effort: 6 })
      .toFile(fileURLToPath(new URL(`${name}.webp`, folder)))
  }
}
