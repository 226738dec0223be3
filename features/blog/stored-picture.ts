/** A picture we keep in several widths; everything a page has to know of it is in its name. */
export interface StoredPicture {
  /** The largest one; the address a post names. */
  src: string
  /** Pixels of the largest one. */
  width: number
  height: number
  srcSet: string
  /** 1200 by 630 pixels, for previews elsewhere. */
  social: string
}

/** Where stored pictures are served. */
export const PICTURES = '/storage/v1/object/public/'

/** Widths, in pixels, that are made of a picture besides its own. */
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

/** The name of the copy for previews elsewhere. */
export function socialName(name: string): string {
  return name.replace(/\.webp$/, '-social.jpg')
}

export function narrowerWidths(width: number): number[] {
  return WIDTHS.filter((narrower) => narrower < width)
}

/** The names of the pictures a text mentions, in whatever width, each as often as it does. */
export function picturesIn(text: string): string[] {
  return Array.from(text.matchAll(MENTION), ([mentioned]) => `${mentioned}.webp`)
}

/** The names of all files kept of a picture, its own the first. */
export function filesOfPicture(name: string): string[] {
  const width = Number(NAME.exec(name)?.[1] ?? 0)
  const narrower = narrowerWidths(width).map((at) => narrowerName(name, at))
  return [name, ...narrower, socialName(name)]
}

/** What there is of the picture at an address, or null where the address is not one of ours. */
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
