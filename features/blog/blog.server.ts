import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import {
  narrowerName,
  narrowerWidths,
  pictureName,
  PICTURES,
  socialName,
} from '../../web/picture-addresses.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'

/** A few bytes can decode to gigabytes of pixels. */
const MOST_PIXELS = 50_000_000
const LEAST_SIDE = 16
/** Maximum size of the stored picture, in pixels. */
const LARGEST = { width: 1600, height: 2000 }
const DECODE_SECONDS = 20

export interface KeptPicture {
  /** Address on our own server. */
  imageUrl: string
  width: number
  height: number
}

/** Maximum upload size, in bytes. */
export const PICTURE_BYTES = 15 * 1024 * 1024

type PictureType = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'

/** First bytes as Latin-1, at their offsets. */
const SIGNATURES: Record<PictureType, readonly (readonly [offset: number, text: string])[]> = {
  png: [[0, '\x89PNG\r\n\x1a\n']],
  jpeg: [[0, '\xff\xd8\xff']],
  webp: [
    [0, 'RIFF'],
    [8, 'WEBP'],
  ],
  gif: [[0, 'GIF8']],
  avif: [[4, 'ftypavif']],
}

/** Why a file was rejected as a picture. */
export type PictureFlaw = 'empty' | 'too-large' | 'unknown-type' | 'too-many-pixels' | 'too-small' | 'broken'

export class PictureError extends Error {
  override readonly name = 'PictureError'
  readonly flaw: PictureFlaw

  constructor(flaw: PictureFlaw, options?: ErrorOptions) {
    super(`The picture is not taken: ${flaw}`, options)
    this.flaw = flaw
  }
}

/**
 * Decodes an untrusted picture and stores re-encoded copies: nothing else of the file survives, neither metadata nor
 * polyglot content. Equal pixels get the same address. Throws PictureError, or what `files` throws.
 */
export async function storePicture(bytes: Uint8Array, files: Pick<FileStore, 'put'>): Promise<KeptPicture> {
  const type = requirePictureType(bytes)
  const { default: sharp } = await import('sharp')
  const { full, width, height } = await decode(bytes, type)
  const name = pictureName(createHash('sha256').update(full).digest('hex').slice(0, 32), { width, height })
  const copies = narrowerWidths(width).map(async (narrower) =>
    files.put(narrowerName(name, narrower), await webp(sharp(full).resize(narrower)), 'image/webp'),
  )
  const social = sharp(full).resize(1200, 630, { fit: 'cover', position: 'attention' }).jpeg({ quality: 82 })
  await Promise.all([...copies, files.put(socialName(name), await social.toBuffer(), 'image/jpeg')])
  // Last, because posts refer to this address: once it exists, all copies do.
  await files.put(name, full, 'image/webp')
  return { imageUrl: PICTURES + name, width, height }
}

/**
 * Detects the type from the first bytes and ignores the declared one. Vector drawings and documents are rejected: they can
 * contain scripts and links. Throws PictureError.
 */
function requirePictureType(bytes: Uint8Array): PictureType {
  if (bytes.byteLength === 0) throw new PictureError('empty')
  if (bytes.byteLength > PICTURE_BYTES) throw new PictureError('too-large')
  const head = Buffer.from(bytes.subarray(0, 32)).toString('latin1')
  for (const type of ['png', 'jpeg', 'webp', 'gif', 'avif'] as const) {
    if (SIGNATURES[type].every(([offset, text]) => head.startsWith(text, offset))) return type
  }
  throw new PictureError('unknown-type')
}

async function decode(bytes: Uint8Array, type: string) {
  const { default: sharp } = await import('sharp')
  try {
    const input = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    const { width, height, format } = await input.metadata()
    if (format !== type && format !== 'heif') throw new PictureError('unknown-type')
    if (width < LEAST_SIDE || height < LEAST_SIDE) throw new PictureError('too-small')
    if (width * height > MOST_PIXELS) throw new PictureError('too-many-pixels')
    const upright = input.rotate().resize({ ...LARGEST, fit: 'inside', withoutEnlargement: true })
    const full = await webp(upright.timeout({ seconds: DECODE_SECONDS }))
    const kept = await sharp(full).metadata()
    return { full, width: kept.width, height: kept.height }
  } catch (error) {
    if (error instanceof PictureError) throw error
    const tooMany = error instanceof Error && /pixel limit/i.test(error.message)
    throw new PictureError(tooMany ? 'too-many-pixels' : 'broken', { cause: error })
  }
}

function webp(picture: Sharp): Promise<Buffer> {
  return picture.webp({ quality: 80, effort: 4 }).toBuffer()
}
