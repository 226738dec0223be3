import { Neatline } from '../../ui/neatline.tsx'
import type { Post } from '../posts.ts'
import { findPicture } from './picture.ts'

/** The picture over an article, in the words of its author for those who cannot see it, and who took it. */
export function ArticlePicture({ post }: { post: Post }) {
  const picture = findPicture(post)
  if (picture === null) return null
  return (
    <figure className="wrap">
      <Neatline>
        <img
          className="article-picture"
          src={picture}
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
    </figcaption>
  )
}
