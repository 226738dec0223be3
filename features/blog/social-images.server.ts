import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { asIdentity } from '../../platform/database/as-identity.ts'
import { resolveClientAddress } from '../../platform/http/client-address.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import { BusyError, createFairQueue } from '../../platform/http/fair-queue.ts'
import { readFile } from 'node:fs/promises'
import { createElement } from 'react'
import { site } from '../../site.config.ts'
import type { Database } from '../../platform/database/database.ts'

const FILE = /^([a-z0-9-]{1,200})\.png$/
/** Capacity of the image cache in bytes; one image has about 40 KB. */
const CAPACITY = 48 * 1024 * 1024
/** Drawing blocks the main thread for a tenth of a second, so drawings are queued. */
const DRAWINGS = { running: 1, runningPerSender: 1, waiting: 60, waitingPerSender: 30, longestWait: 5_000 }
const FOR_AN_HOUR = 'public, max-age=3600'

interface Subject {
  title: string
  category: string
}

interface Picture {
  subject: string
  bytes: Promise<Buffer>
  /** Zero until drawn. */
  size: number
}

/** Images of 1200 by 630, one per category, with the drawing right and space for text left (`art/social.ts`). */
const TEMPLATES = new URL('../../public/og/categories/', import.meta.url)
const FONT = new URL('fonts/bricolage-grotesque-720.ttf', import.meta.url)

/** Text area inside the neatline and left of the drawing, in pixels. */
const ROOM = { left: 9, top: 9, width: 611, height: 537 }
const MARGIN = { left: 47, right: 24, block: 28 }
const COLORS = 64
const INK = '#07222a'
const SAND = '#ebdbae'

let font: Promise<Buffer> | undefined

/** Average letter width and line height of the display font, relative to the font size. */
const LETTER = 0.46
const LINE = 0.94
const LARGEST = 132
const SMALLEST = 40

/** `/og/blog/SLUG.png`: the social image of a published article, drawn on first request and again after a change. */
export function createSocialImages(
  { database }: { database: Database },
  { draw = drawPostImage, capacity = CAPACITY, drawings = DRAWINGS } = {},
): Hono<HttpEnv> {
  const pictures = new Map<string, Picture>()
  const draws = createFairQueue(drawings)
  const app = new Hono<HttpEnv>()

  app.get('/blog/:file', async (c) => {
    const slug = FILE.exec(c.req.param('file'))?.[1]
    const subject = slug === undefined ? null : await findSubject(slug)
    if (slug === undefined || subject === null) return c.text('There is no such picture.', 404)
    const etag = `"${createHash('sha256').update(JSON.stringify(subject)).digest('base64url').slice(0, 22)}"`
    const headers = { ETag: etag, 'Cache-Control': FOR_AN_HOUR }
    if (c.req.header('If-None-Match')?.includes(etag)) return c.body(null, 304, headers)
    const bytes = await drawOnce(slug, subject, resolveClientAddress(c.get('clientAddress')))
    return c.body(new Uint8Array(bytes), 200, { ...headers, 'Content-Type': 'image/png' })
  })

  /** Reads as a visitor, so that no draft leaks. */
  async function findSubject(slug: string): Promise<Subject | null> {
    const { rows } = await asIdentity(
      database,
      { role: 'anon' },
      (tx) =>
        tx.query<Subject>('select title, category from public.blog_posts where slug = $1 and published', [
          slug,
        ]),
      { readOnly: true },
    )
    return rows[0] ?? null
  }

  function drawOnce(slug: string, subject: Subject, sender: string): Promise<Buffer> {
    const name = JSON.stringify(subject)
    const known = pictures.get(slug)
    if (known?.subject === name) return known.bytes
    const picture = { subject: name, bytes: draws(sender, () => draw(subject)), size: 0 }
    pictures.delete(slug)
    pictures.set(slug, picture)
    void weigh(slug, picture)
    return picture.bytes
  }

  /** Counts the image's bytes once drawn. A failed drawing leaves the cache, so the next request retries it. */
  async function weigh(slug: string, picture: Picture): Promise<void> {
    try {
      picture.size = (await picture.bytes).byteLength
      dropOldest()
    } catch {
      // The request that awaits the drawing reports the error.
      if (pictures.get(slug) === picture) pictures.delete(slug)
    }
  }

  function dropOldest(): void {
    let bytes = pictures.values().reduce((sum, { size }) => sum + size, 0)
    for (const [slug, { size }] of pictures) {
      if (bytes <= capacity) break
      pictures.delete(slug)
      bytes -= size
    }
  }

  app.onError((error, c) => {
    if (!(error instanceof BusyError)) throw error
    return c.text('Too many pictures are being drawn. Please try again in a moment.', 503, {
      'Retry-After': '5',
    })
  })

  return app
}

/**
 * Draws the social image of an article: the title on the image of its category. PNG, 1200 by 630. `category` must be a known
 * one, as the database derives it; the title may contain anything.
 */
export async function drawPostImage({
  title,
  category,
}: {
  title: string
  category: string
}): Promise<Buffer> {
  font ??= readFile(FONT)
  const { default: satori } = await import('satori')
  const { default: sharp } = await import('sharp')
  const words = normalizeTitle(title)
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

/** Reduces a title to the font's characters: no accents, no direction controls. */
function normalizeTitle(title: string): string {
  const words = title
    .toWellFormed()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\u0020-\u007e–—‘’“”…•]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return /[A-Za-z0-9]/.test(words) ? words : site.name
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

/** Estimates the font size in px at which a title fits the box, without laying it out. */
function titleSize(title: string, { width, height }: { width: number; height: number }): number {
  const words = title.split(' ')
  const longest = Math.max(1, ...words.map((word) => word.length))
  const byWord = width / (longest * LETTER)
  let size = Math.min(LARGEST, byWord)
  while (size > SMALLEST && lineCount(words, width / (size * LETTER)) * size * LINE > height) size -= 2
  return Math.max(SMALLEST, Math.floor(size))
}

/** Estimated number of lines at `most` letters per line. */
function lineCount(words: readonly string[], most: number): number {
  let lines = 1
  let used = 0
  for (const { length } of words) {
    const needed = used === 0 ? length : used + 1 + length
    if (needed > most && used > 0) {
      lines += 1
      used = length
    } else used = needed
  }
  return lines
}
