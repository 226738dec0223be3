import { Neatline } from '../../web/ui/neatline.tsx'
import type { Post } from './public-posts.ts'
import { PostImage, usePostPicture } from './post-picture.tsx'
import styles from './article-picture.module.css'

/** The article's picture with its description and credit. */
export function ArticlePicture({ post }: { post: Post }) {
  const picture = usePostPicture(post)
  if (picture === null) return null
  return (
    <figure className="wrap">
      <Neatline>
        <PostImage
          className={styles.picture}
          address={picture}
          sizes="(min-width: 1536px) 90rem, 94vw"
          width={1344}
          height={620}
          alt={post.featured_image_alt ?? ''}
          fetchPriority="high"
        />
      </Neatline>
      <PictureCredit credit={post.featured_image_credit} />
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
