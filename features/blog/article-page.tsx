import { useMemo } from 'react'
import { parseArticle } from './article-markup.ts'
import { categoryLabel, longDate } from './blog.ts'
import { site } from '../../site.config.ts'
import { ArticleBody } from './article-body.tsx'
import { articleParts } from './article-outline.ts'
import { ButtonLink } from '../../web/ui/button.tsx'
import { Icon } from '../../web/ui/icon.tsx'
import { Link } from '../../web/ui/link.tsx'
import { Ruler } from '../../web/ui/ruler.tsx'
import { WholeWords } from '../../web/ui/no-break.tsx'
import { ClosingBand } from '../../web/site/closing-band.tsx'
import type { Post, PostSummary } from './public-posts.ts'
import { ArticlePicture } from './article-picture.tsx'
import { PostCard } from './post-card.tsx'
import { ShareLinks } from './share-links.tsx'
import styles from './article-page.module.css'
import cards from './post-card.module.css'

/** Longer titles get a smaller font size, in characters. */
const LONG_TITLE = 60
/** Minimum number of sections for a table of contents. */
const MANY_PARTS = 3

interface ArticlePageProps {
  post: Post
  related: readonly PostSummary[]
  /** Absolute. */
  url: string
}

export function ArticlePage({ post, related, url }: ArticlePageProps) {
  return (
    <>
      <article className={styles.article}>
        <header className="wrap">
          <Link className="text-link" to="/blog">
            <Icon name="left" size={16} />
            Back to Blog
          </Link>
          <div className={styles.head}>
            <h1 className={post.title.length > LONG_TITLE ? styles.long : undefined}>
              <WholeWords>{post.title}</WholeWords>
            </h1>
          </div>
        </header>
        <div className={`wrap ${styles.opening}`}>
          <ArticlePicture post={post} />
          <div className={styles.about}>
            <dl>
              <div>
                <dt>Date</dt>
                <dd>
                  <time dateTime={post.created_at}>{longDate(post.created_at)}</time>
                </dd>
              </div>
              <div>
                <dt>Category</dt>
                <dd>{categoryLabel(post.category)}</dd>
              </div>
              <div>
                <dt>Reading time</dt>
                <dd>{post.reading_minutes} min</dd>
              </div>
            </dl>
            {post.excerpt ? <p className="lede">{post.excerpt}</p> : null}
          </div>
        </div>
        <div className={`wrap ${styles.text}`}>
          <Parts content={post.content} />
          <ArticleBody content={post.content} />
          <ShareLinks title={post.title} url={url} />
        </div>
      </article>
      <Related posts={related} />
      <ClosingBand className={styles.closing} title="Have a task in mind already?">
        <p className="lede">Describe it in two sentences. We reply {site.response.guaranteed}.</p>
        <ButtonLink to="/contact">Start a Conversation</ButtonLink>
      </ClosingBand>
    </>
  )
}

function Parts({ content }: { content: string }) {
  const parts = useMemo(() => articleParts(parseArticle(content)), [content])
  if (parts.length < MANY_PARTS) return null
  return (
    <nav className={styles.parts} aria-label="In this article">
      <p className="mono">In this article</p>
      <ol>
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Related({ posts }: { posts: readonly PostSummary[] }) {
  if (posts.length === 0) return null
  return (
    <section className={`wrap ${styles.related}`} aria-labelledby="read-next">
      <Ruler label="Blog" />
      <h2 id="read-next">Read next</h2>
      <ul className={cards.rows}>
        {posts.map((post) => (
          <li key={post.slug}>
            <PostCard post={post} level={3} />
          </li>
        ))}
      </ul>
    </section>
  )
}
