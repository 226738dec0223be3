import type { ComponentProps } from 'react'
import { isShown, PHOTO_SERVICE } from './blog.ts'
import { usePublicSettings } from '../../web/root-data.ts'
import type { PostSummary } from './public-posts.ts'
import { findStoredPicture } from './stored-picture.ts'

type PostImageProps = Omit<ComponentProps<'img'>, 'src' | 'srcSet'> & {
  address: string
  alt: string
  /** How wide it is shown, as the browser needs to know before the style sheet does. */
  sizes: string
  /** Where the picture's own size is not known. */
  width: number
  height: number
}

/** A post's picture, no wider than it is shown where there is a choice. */
export function PostImage({ address, sizes, width, height, alt, ...rest }: PostImageProps) {
  const sources = listPictureSources(address)
  return (
    <img
      {...rest}
      {...sources}
      sizes={sources.srcSet ? sizes : undefined}
      width={sources.width ?? width}
      height={sources.height ?? height}
      alt={alt}
    />
  )
}

/** The address of a post's own picture. Null where it has none, or one that browsers are not allowed to show here. */
export function usePostPicture({
  featured_image: address,
}: Pick<PostSummary, 'featured_image'>): string | null {
  const { sandbox } = usePublicSettings()
  return address !== null && isShown(address, { photoService: !sandbox.photos }) ? address : null
}

export interface PictureSources {
  src: string
  srcSet?: string
  /** Pixels of the largest one, where they are known. */
  width?: number
  height?: number
}

const PHOTO_WIDTHS = [480, 800, 1080, 1600]

/** The files there are of the picture at an address: our own in several widths, photos of the service in any. */
export function listPictureSources(address: string): PictureSources {
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
