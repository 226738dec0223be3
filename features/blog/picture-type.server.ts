import { PictureError } from './picture-error.server.ts'

/** The largest file taken, in bytes. */
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

/**
 * What a file is by its first bytes, whatever it calls itself. Vector drawings and documents are never a picture: they can
 * hold scripts and addresses. Throws PictureError.
 */
export function requirePictureType(bytes: Uint8Array): PictureType {
  if (bytes.byteLength === 0) throw new PictureError('empty')
  if (bytes.byteLength > PICTURE_BYTES) throw new PictureError('too-large')
  const head = Buffer.from(bytes.subarray(0, 32)).toString('latin1')
  for (const type of ['png', 'jpeg', 'webp', 'gif', 'avif'] as const) {
    if (SIGNATURES[type].every(([offset, text]) => head.startsWith(text, offset))) return type
  }
  throw new PictureError('unknown-type')
}
