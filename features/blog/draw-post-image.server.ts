import { readFile } from 'node:fs/promises'
import { createElement } from 'react'
import satori from 'satori'
import sharp from 'sharp'
import { site } from '../../site.config.ts'
import { titleSize } from './title-size.server.ts'

/** Pictures of 1200 by 630, one for each category, with its drawing right and room for words left (`art/social.ts`). */
const TEMPLATES = new URL('../../public/og/categories/', import.meta.url)
const FONT = new URL('fonts/bricolage-grotesque-720.ttf', import.meta.url)

/** The room for words, inside the neatline and left of the drawing, in pixels. */
const ROOM = { left: 9, top: 9, width: 611, height: 537 }
const MARGIN = { left: 47, right: 24, block: 28 }
const COLORS = 64
const INK = '#07222a'
const SAND = '#ebdbae'

let font: Promise<Buffer> | undefined

/**
 * The social image of an article: its title on the picture of its category. PNG, 1200 by 630. `category` is one of ours, as the
 * database derives it; the title may hold anything.
 */
export async function drawPostImage({
  title,
  category,
}: {
  title: string
  category: string
}): Promise<Buffer> {
  font ??= readFile(FONT)
  const words = readable(title)
  const svg = await satori(titleElement(words), {
    width: ROOM.width,
    height: ROOM.height,
    fonts: [{ name: 'Bricolage', data: await font, weight: 700, style: 'normal' }],
  })
  return sharp(await readFile(new URL(`${category}.png`, TEMPLATES)))
    .composite([{ input: Buffer.from(svg), left: ROOM.left, top: ROOM.top }])
    .png({ palette: true, colors: COLORS, dither: 0, compressionLevel: 9 })
    .toBuffer()
}

function titleElement(words: string) {
  const width = ROOM.width - MARGIN.left - MARGIN.right
  const height = ROOM.height - 2 * MARGIN.block
  const size = titleSize(words, { width, height })
  const style = {
    display: 'block',
    width,
    color: SAND,
    fontFamily: 'Bricolage',
    fontSize: size,
    lineHeight: 0.94,
    letterSpacing: '-0.02em',
    wordBreak: 'break-word' as const,
    lineClamp: Math.max(1, Math.floor(height / (size * 0.94))),
  }
  const frame = {
    display: 'flex',
    alignItems: 'center',
    width: '100%',
    height: '100%',
    paddingLeft: MARGIN.left,
    background: INK,
  }
  return createElement('div', { style: frame }, createElement('div', { style }, words))
}

/** What the font can write: letters without their accents, and nothing that steers the direction of text. */
function readable(title: string): string {
  const words = title
    .toWellFormed()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\u0020-\u007e–—‘’“”…•]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return /[A-Za-z0-9]/.test(words) ? words : site.name
}
