import { Link } from '../../web/ui/link.tsx'
import { TextLink } from '../../web/ui/text-link.tsx'
import { WholeWords } from '../../web/ui/no-break.tsx'
import type { PostSummary } from './public-posts.ts'
import { categoryLabel, shortDate } from './blog.ts'
import { findCategoryCover, PostImage, usePostPicture } from './post-picture.tsx'
import styles from './post-card.module.css'

interface PostCardProps {
  post: PostSummary
  /** Large variant for the newest post; its picture loads eagerly. */
  leading?: boolean
  /** Heading level; 3 below a list with its own heading. */
  level?: 2 | 3
}

/** A post in the list. Only the title link is in the tab order; the picture link is for pointers. */
export function PostCard({ post, leading = false, level = 2 }: PostCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const address = `/blog/${post.slug}`
  const picture = usePostPicture(post)
  return (
    <article className={leading ? `${styles.post} ${styles.leading}` : styles.post}>
      <Link className={styles.cover} to={address} tabIndex={-1} aria-hidden="true">
        <PostImage
          address={picture ?? findCategoryCover(post)}
          sizes={leading ? '(min-width: 768px) 64vw, 92vw' : '(min-width: 768px) 24vw, 92vw'}
          width={800}
          height={500}
          alt=""
          loading={leading ? 'eager' : 'lazy'}
          fetchPriority={leading ? 'high' : 'auto'}
        />
      </Link>
      <p className={styles.facts}>
        <span className="badge">Blog</span>
        <span className={styles.category}>{categoryLabel(post.category)}</span>
        <time className="mono" dateTime={post.created_at}>
          {shortDate(post.created_at)}
        </time>
        <span className="mono">{post.reading_minutes} min read</span>
      </p>
      <Heading className={styles.title}>
        <WholeWords>{post.title}</WholeWords>
      </Heading>
      <div className={styles.end}>
        <p>{post.excerpt || 'Read this article to learn more...'}</p>
        <TextLink to={address} icon="right">
          <span>
            Read More<span className="visually-hidden"> about {post.title}</span>
          </span>
        </TextLink>
      </div>
    </article>
  )
}
