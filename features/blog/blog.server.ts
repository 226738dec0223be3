import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { narrowerName, narrowerWidths, pictureName, PICTURES, socialName } from './stored-picture.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { PictureError } from './picture-error.server.ts'
import { requirePictureType } from './picture-type.server.ts'

/** Decoded, a few bytes can fill the memory: no picture may have more pixels. */
const MOST_PIXELS = 50_000_000
const LEAST_SIDE = 16
/** The largest copy that is kept, in pixels. */
const LARGEST = { width: 1600, height: 2000 }
const DECODE_SECONDS = 20

export interface KeptPicture {
  /** The address on our own server. */
  imageUrl: string
  width: number
  height: number
}

/**
 * Decodes a picture from outside and keeps fresh copies of its pixels: nothing of the file itself survives, neither its
 * metadata nor what else it may be. The same pixels have the same address. Throws PictureError, or what `files` throws.
 */
export async function storePicture(bytes: Uint8Array, files: Pick<FileStore, 'put'>): Promise<KeptPicture> {
  const type = requirePictureType(bytes)
  const { full, width, height } = await decode(bytes, type)
  const name = pictureName(createHash('sha256').update(full).digest('hex').slice(0, 32), { width, height })
  const copies = narrowerWidths(width).map(async (narrower) =>
    files.put(narrowerName(name, narrower), await webp(sharp(full).resize(narrower)), 'image/webp'),
  )
  const social = sharp(full).resize(1200, 630, { fit: 'cover', position: 'attention' }).jpeg({ quality: 82 })
  await Promise.all([...copies, files.put(socialName(name), await social.toBuffer(), 'image/jpeg')])
  // Last, because its address is the one that counts: where it is, the copies are.
  await files.put(name, full, 'image/webp')
  return { imageUrl: PICTURES + name, width, height }
}

async function decode(bytes: Uint8Array, type: string) {
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
