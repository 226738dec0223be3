/** A picture stored in several widths; its name holds everything a page has to know. */
export interface StoredPicture {
  /** The largest width; the address a post refers to. */
  src: string
  /** Size of the largest width in pixels. */
  width: number
  height: number
  srcSet: string
  /** 1200 by 630 pixels, for social previews. */
  social: string
}

/** The only outside origin for pictures; the content security policy blocks all others. */
export const PHOTO_SERVICE = 'https://images.unsplash.com/'

/** Where stored pictures are served. */
export const PICTURES = '/storage/v1/object/public/'

/** Narrower widths stored besides the original, in pixels. */
const WIDTHS = [480, 800, 1216]

const NAME = /^pictures\/[0-9a-f]{32}-(\d{1,5})x(\d{1,5})\.webp$/
const MENTION = /pictures\/[0-9a-f]{32}-\d{1,5}x\d{1,5}(?!\d)/g

/** `pictures/{hash}-{width}x{height}.webp` */
export function pictureName(hash: string, { width, height }: { width: number; height: number }): string {
  return `pictures/${hash}-${width}x${height}.webp`
}

/** The name of a narrower copy. */
export function narrowerName(name: string, width: number): string {
  return name.replace(/\.webp$/, `-${width}.webp`)
}

/** The name of the copy for social previews. */
export function socialName(name: string): string {
  return name.replace(/\.webp$/, '-social.jpg')
}

export function narrowerWidths(width: number): number[] {
  return WIDTHS.filter((narrower) => narrower < width)
}

/** Names of the pictures a text refers to, at any width, with repetitions. */
export function findPictureNames(text: string): string[] {
  return Array.from(text.matchAll(MENTION), ([mentioned]) => `${mentioned}.webp`)
}

/** All file names of a picture, the original first. */
export function listPictureFiles(name: string): string[] {
  const width = Number(NAME.exec(name)?.[1] ?? 0)
  const narrower = narrowerWidths(width).map((at) => narrowerName(name, at))
  return [name, ...narrower, socialName(name)]
}

/** The stored picture at an address, or null for any other address. */
export function findStoredPicture(address: string): StoredPicture | null {
  if (!address.startsWith(PICTURES)) return null
  const name = address.slice(PICTURES.length)
  const size = NAME.exec(name)
  if (!size) return null
  const [width, height] = [Number(size[1]), Number(size[2])]
  const narrower = narrowerWidths(width).map((at) => `${PICTURES}${narrowerName(name, at)} ${at}w`)
  return {
    src: address,
    width,
    height,
    srcSet: [...narrower, `${address} ${width}w`].join(', '),
    social: PICTURES + socialName(name),
  }
}
