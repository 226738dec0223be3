import type { ComponentProps } from 'react'
import { sourcesOf } from './picture-sources.ts'

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
  const sources = sourcesOf(address)
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
