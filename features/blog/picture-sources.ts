import { PHOTO_SERVICE } from './picture-addresses.ts'
import { findStoredPicture } from './stored-picture.ts'

export interface PictureSources {
  src: string
  srcSet?: string
  /** Pixels of the largest one, where they are known. */
  width?: number
  height?: number
}

const PHOTO_WIDTHS = [480, 800, 1080, 1600]

/** The files there are of the picture at an address: our own in several widths, photos of the service in any. */
export function sourcesOf(address: string): PictureSources {
  const stored = findStoredPicture(address)
  if (stored) {
    const { src, srcSet, width, height } = stored
    return { src, srcSet, width, height }
  }
  if (!address.startsWith(PHOTO_SERVICE) || !URL.canParse(address)) return { src: address }
  return {
    src: address,
    srcSet: PHOTO_WIDTHS.map((width) => `${photoAt(address, width)} ${width}w`).join(', '),
  }
}

/** Everything else of the address stays: by it the service counts views. */
function photoAt(address: string, width: number): string {
  const url = new URL(address)
  url.searchParams.set('w', String(width))
  return url.href
}
