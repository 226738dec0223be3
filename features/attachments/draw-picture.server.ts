import type { Sharp } from 'sharp'

const MAX_PIXELS = 50_000_000
const WIDTH = 1_200
/** Formats that are re-encoded; SVG and PDF may contain scripts, and their libraries are large. */
const PICTURES = new Set(['jpeg', 'png', 'gif', 'webp', 'heif', 'avif', 'tiff'])
/** What carriers deliver to every phone. */
const TEXT_BYTES = 600_000
const TEXT_WIDTHS = [1_600, 1_200, 800, 480, 320]
const MAX_FRAMES_PIXELS = 20_000_000

/** Re-encodes a picture as WebP, at most `width` pixels wide; null for anything else. */
export async function drawPicture(bytes: Uint8Array, width = WIDTH): Promise<Uint8Array<ArrayBuffer> | null> {
  const picture = await readPicture(bytes)
  if (picture === null) return null
  return draw(() => picture.rotate().resize({ width, withoutEnlargement: true }).webp().toBuffer())
}

/** Re-encodes a picture for a text, in at most 600 kB: JPEG, or GIF if it is animated. Null for anything else. */
export async function drawTextPicture(
  bytes: Uint8Array,
): Promise<{ type: 'image/jpeg' | 'image/gif'; bytes: Uint8Array<ArrayBuffer> } | null> {
  const picture = await readPicture(bytes)
  const { pages = 1, format, width, height } = (await picture?.metadata()) ?? {}
  if (format === undefined || !['jpeg', 'png', 'gif', 'webp'].includes(format)) return null
  const moves = pages > 1 && (width ?? 0) * (height ?? 0) * pages <= MAX_FRAMES_PIXELS
  const type = moves ? 'image/gif' : 'image/jpeg'
  for (const wide of TEXT_WIDTHS) {
    const small = (await open(bytes, moves)).autoOrient().resize({ width: wide, withoutEnlargement: true })
    const drawn = await draw(() =>
      (moves ? small.gif() : small.flatten({ background: 'white' }).jpeg({ quality: 82 })).toBuffer(),
    )
    if (drawn === null || drawn.byteLength <= TEXT_BYTES) return drawn && { type, bytes: drawn }
  }
  return null
}

async function open(bytes: Uint8Array, animated = false): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated })
}

async function readPicture(bytes: Uint8Array): Promise<Sharp | null> {
  try {
    const picture = await open(bytes)
    const { format } = await picture.metadata()
    return PICTURES.has(format) ? picture : null
  } catch {
    return null
  }
}

async function draw(work: () => Promise<Buffer>): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await work())
  } catch {
    return null
  }
}
