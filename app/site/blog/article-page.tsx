import { Link } from 'react-router'
import { site } from '../../../site.config.ts'
import { ArticleBody } from '../../article/article-body.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Neatline } from '../../ui/neatline.tsx'
import { ClosingBand } from '../closing-band.tsx'
import type { Post } from '../posts.ts'
import { longDate } from './dates.ts'
import { findPicture } from './picture.ts'
import './article.css'

/** Above this many letters a title is set one step smaller. */
const LONG_TITLE = 60

export function ArticlePage({ post }: { post: Post }) {
  return (
    <>
      <article className="article">
        <header className="wrap">
          <Link className="text-link" to="/blog">
            <Icon name="left" size={16} />
            Back to Blog
          </Link>
          <div className="article-head">
            <h1 className={post.title.length > LONG_TITLE ? 'long-title' : undefined}>{post.title}</h1>
            <div>
              <time className="mono" dateTime={post.created_at}>
                {longDate(post.created_at)}
              </time>
              {post.excerpt ? <p className="lede muted">{post.excerpt}</p> : null}
            </div>
          </div>
        </header>
        <ArticlePicture post={post} />
        <div className="wrap">
          <ArticleBody content={post.content} />
        </div>
      </article>
      <ClosingBand title="Have a task in mind already?">
        <p className="lede">Describe it in two sentences. We reply {site.response.guaranteed}.</p>
        <ButtonLink to="/contact">Start a Conversation</ButtonLink>
      </ClosingBand>
    </>
  )
}

function ArticlePicture({ post }: { post: Post }) {
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
          alt=""
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
