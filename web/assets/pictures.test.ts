import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type Picture, pictures, socialImages } from './pictures.ts'

const MEGABYTE = 1024 * 1024

describe.each(Object.entries<Picture>(pictures))('the picture %s', (_, { path, width, height, widths }) => {
  const files = [
    ...widths.map((size) => ({ file: `public${path}-${size}.avif`, size })),
    { file: `public${path}-${width}.webp`, size: width },
  ]

  test.each(files)('the picture file $file exists in the right proportions', async ({ file, size }) => {
    const found = await sharp(file).metadata()
    expect(found.width).toBe(size)
    expect(found.height).toBe(Math.round((size * height) / width))
  })
})

test.each(socialImages)('the social image %s has the size networks ask for', async (name) => {
  const file = `public/og/${name}.png`
  const { width, height } = await sharp(file).metadata()
  expect({ width, height }).toEqual({ width: 1200, height: 630 })
  expect(statSync(file).size).toBeLessThan(150_000)
})

test.each([...svgFiles('web/assets/art'), ...svgFiles('public')])(
  'the drawing %s contains no scripts, inline styles or external references',
  (file) => {
    const svg = readFileSync(file, 'utf8')
    expect(svg).not.toMatch(/<script|<image|<foreignObject|\son\w+=|\sstyle=|href=/i)
    const ids = [...svg.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
  },
)

test('all pictures together stay below 12 MB', () => {
  const weight = ['web/assets', 'public']
    .flatMap(filesBelow)
    .reduce((sum, file) => sum + statSync(file).size, 0)
  expect(weight).toBeLessThan(12 * MEGABYTE)
})

function svgFiles(folder: string): string[] {
  return filesBelow(folder).filter((file) => file.endsWith('.svg'))
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
