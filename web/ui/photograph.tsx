import type { ComponentProps } from 'react'

/** A picture in several widths, each as `${path}-${width}.avif` and `.webp`; `width` and `height` are the largest. */
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

/** A photograph in the best supported format and the smallest width that fits. */
export function Photograph({ picture, alt, sizes, first = false, ...rest }: PhotographProps) {
  const { path, width, height, widths } = picture
  return (
    <picture>
      <source type="image/avif" srcSet={candidates(picture, 'avif')} sizes={sizes} />
      <img
        {...rest}
        src={`${path}-${widths.at(-1)}.webp`}
        srcSet={candidates(picture, 'webp')}
        sizes={sizes}
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

function candidates({ path, widths }: PictureFiles, format: 'avif' | 'webp'): string {
  return widths.map((width) => `${path}-${width}.${format} ${width}w`).join(', ')
}
