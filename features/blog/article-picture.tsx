import { Neatline } from '../../web/ui/neatline.tsx'
import type { Post } from './public-posts.ts'
import { findCategoryCover, PostImage, usePostPicture } from './post-picture.tsx'
import styles from './article-picture.module.css'

/** The article's picture with its description and credit, or the cover of its category. */
export function ArticlePicture({ post }: { post: Post }) {
  const picture = usePostPicture(post)
  return (
    <figure className={styles.frame}>
      <Neatline>
        <PostImage
          className={styles.picture}
          address={picture ?? findCategoryCover(post)}
          sizes="(min-width: 1024px) 70vw, 94vw"
          width={800}
          height={500}
          alt={(picture && post.featured_image_alt) ?? ''}
          fetchPriority="high"
        />
      </Neatline>
      {picture === null ? null : <PictureCredit credit={post.featured_image_credit} />}
    </figure>
  )
}

function PictureCredit({ credit }: { credit: Post['featured_image_credit'] }) {
  if (credit === null) return null
  const { name, link } = credit
  return (
    <figcaption className="mono muted">
      Photo by{' '}
      {link ? (
        <a href={link} rel="noopener">
          {name}
        </a>
      ) : (
        name
      )}
      <PhotoService link={link} />
    </figcaption>
  )
}

/** Unsplash requires a link to itself beside the photographer, with the same tracking parameters. */
function PhotoService({ link = '' }: { link?: string | undefined }) {
  const url = URL.canParse(link) ? new URL(link) : null
  if (url?.hostname !== 'unsplash.com') return null
  return (
    <>
      {' '}
      on{' '}
      <a href={`https://unsplash.com/${url.search}`} rel="noopener">
        Unsplash
      </a>
    </>
  )
}
