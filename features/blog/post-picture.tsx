import type { ComponentProps } from 'react'
import { isShown } from './blog.ts'
import { usePublicSettings } from '../../web/root-data.ts'
import type { PostSummary } from './public-posts.ts'
import { findStoredPicture, PHOTO_SERVICE } from '../../web/picture-addresses.ts'

type PostImageProps = Omit<ComponentProps<'img'>, 'src' | 'srcSet'> & {
  address: string
  alt: string
  /** The rendered width, which the browser needs before the style sheet loads. */
  sizes: string
  /** Fallback if the picture's own size is unknown. */
  width: number
  height: number
}

export interface PictureSources {
  src: string
  srcSet?: string
  /** Size of the largest width in pixels, if known. */
  width?: number
  height?: number
}

const PHOTO_WIDTHS = [480, 800, 1080, 1600]

/** A post's picture, in the smallest width that fits. */
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

/** The sources of a picture: stored widths for our own, any width for photos of the service. */
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

/** Keeps all other parameters: the service counts views by them. */
function photoAt(address: string, width: number): string {
  const url = new URL(address)
  url.searchParams.set('w', String(width))
  return url.href
}

/** The address of a post's picture. Null if it has none or the content security policy blocks it. */
export function usePostPicture({
  featured_image: address,
}: Pick<PostSummary, 'featured_image'>): string | null {
  const { sandbox } = usePublicSettings()
  return address !== null && isShown(address, { photoService: !sandbox.photos }) ? address : null
}

/** The drawing of the post's category, used when a post has no picture. */
export function findCategoryCover({ category }: Pick<PostSummary, 'category'>): string {
  return `/covers/${category}.svg`
}
