import type { ComponentProps } from 'react'
import { preload } from 'react-dom'

/** A picture in several widths, each as `${path}-${width}.avif`; `width` and `height` are the largest, which `.webp` has, too. */
interface PictureFiles {
  path: string
  width: number
  height: number
  widths: readonly number[]
}

type PhotographProps = Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'width' | 'height'> & {
  picture: PictureFiles
  alt: string
  /** The rendered width, which the browser needs before the style sheet loads. */
  sizes: string
  /** Above the fold: loads eagerly. */
  first?: boolean
}

/** A photograph in the smallest width that fits; the largest, as WebP, in browsers without AVIF. */
export function Photograph({ picture, alt, sizes, first = false, ...rest }: PhotographProps) {
  const { path, width, height, widths } = picture
  const best = {
    type: 'image/avif',
    srcSet: widths.map((each) => `${path}-${each}.avif ${each}w`).join(', '),
    sizes,
  }
  if (first) preloadPicture(best)
  return (
    <picture>
      <source {...best} />
      <img
        {...rest}
        src={`${path}-${widths.at(-1)}.webp`}
        width={width}
        height={height}
        alt={alt}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding={first ? undefined : 'async'}
      />
    </picture>
  )
}

/** Requested before the fonts, so that the first picture uses the connection that loaded the page. */
function preloadPicture({ type, srcSet, sizes }: { type: string; srcSet: string; sizes: string }): void {
  preload(srcSet, { as: 'image', type, imageSrcSet: srcSet, imageSizes: sizes, fetchPriority: 'high' })
}
