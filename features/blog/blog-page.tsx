import { blogCategories, categoryLabel } from './blog.ts'
import { Icon } from '../../web/ui/icon.tsx'
import { Link } from '../../web/ui/link.tsx'
import { Reveal } from '../../web/ui/reveal.tsx'
import { TextLink } from '../../web/ui/text-link.tsx'
import { PageHead } from '../../web/site/page-head.tsx'
import type { PageOfPosts, PostSummary } from './public-posts.ts'
import { blogPath, LONGEST_SEARCH, type BlogAddress } from './blog-address.ts'
import { PostCard } from './post-card.tsx'
import styles from './blog-page.module.css'
import cards from './post-card.module.css'

interface BlogPageProps extends PageOfPosts {
  asked: BlogAddress
  /** Reading the posts failed, so there is no search result to report. */
  failed?: boolean
}

/** The list of posts, filtered while the visitor types (`search-while-typing.ts`). */
export function BlogPage({ posts, more, asked, failed = false }: BlogPageProps) {
  const searching = asked.search.trim() !== ''
  const name = asked.category === null ? 'Articles' : `Articles about ${categoryLabel(asked.category)}`
  return (
    <>
      <PageHead label="Blog" note={headNote(asked)} title="Notes from the chart&nbsp;table.">
        {asked.category === null ? null : <p className="lede muted">{describeCategory(asked.category)}</p>}
        <SearchForm asked={asked} />
      </PageHead>
      <Categories asked={asked} />
      <output className="visually-hidden" data-result>
        {searching && posts.length > 0 ? foundNote(posts, more) : ''}
      </output>
      <section className={`wrap ${styles.list}`} aria-label={name} data-result>
        {posts.length === 0 ? (
          <div className="empty-state">
            <output>
              {searching && !failed
                ? 'No articles found matching your search.'
                : 'There are no articles to show at the moment.'}
            </output>
            {searching && !failed ? <TextLink to="/blog">See all articles</TextLink> : null}
          </div>
        ) : (
          <Posts posts={posts} withLead={!searching && asked.page === 1} />
        )}
        <Pages asked={asked} more={more} />
      </section>
    </>
  )
}

function headNote({ category, page }: BlogAddress): string {
  const order = category === null ? 'Newest first' : categoryLabel(category)
  return page === 1 ? order : `${order}, page ${page}`
}

function foundNote({ length }: readonly PostSummary[], more: boolean): string {
  if (more) return `More than ${length} articles found`
  return length === 1 ? '1 article found' : `${length} articles found`
}

function SearchForm({ asked }: { asked: BlogAddress }) {
  return (
    <search className={styles.search}>
      <form id="article-search" action="/blog">
        <label className="visually-hidden" htmlFor="search">
          Search articles
        </label>
        <input
          className="control"
          id="search"
          name="search"
          type="search"
          placeholder="Search articles..."
          defaultValue={asked.search}
          maxLength={LONGEST_SEARCH}
          autoComplete="off"
        />
        {asked.category === null ? null : <input type="hidden" name="category" value={asked.category} />}
        <button type="submit" aria-label="Search">
          <Icon name="search" />
        </button>
      </form>
    </search>
  )
}

function Categories({ asked }: { asked: BlogAddress }) {
  const choices = [{ value: null, label: 'All' }, ...blogCategories]
  return (
    <nav className={`wrap ${styles.categories}`} aria-label="Categories">
      <ul id="categories" data-result>
        {choices.map(({ value, label }) => (
          <li key={label}>
            <Link
              to={blogPath({ ...asked, category: value, page: 1 })}
              aria-current={value === asked.category ? 'true' : undefined}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Posts({ posts, withLead }: { posts: readonly PostSummary[]; withLead: boolean }) {
  const [first, ...others] = posts
  const rows = withLead ? others : posts
  return (
    <>
      {withLead && first ? <PostCard post={first} leading /> : null}
      {rows.length > 0 ? (
        <ul className={cards.rows}>
          {rows.map((post) => (
            <Reveal as="li" key={post.slug}>
              <PostCard post={post} />
            </Reveal>
          ))}
        </ul>
      ) : null}
    </>
  )
}

function Pages({ asked, more }: { asked: BlogAddress; more: boolean }) {
  if (asked.page === 1 && !more) return null
  return (
    <nav className={styles.pages} aria-label="Pages">
      {asked.page > 1 ? (
        <Link className="text-link" rel="prev" to={blogPath({ ...asked, page: asked.page - 1 })}>
          <Icon name="left" size={16} />
          Newer articles
        </Link>
      ) : (
        <span />
      )}
      <span className="mono">Page {asked.page}</span>
      {more ? (
        <TextLink rel="next" to={blogPath({ ...asked, page: asked.page + 1 })} icon="right">
          Older articles
        </TextLink>
      ) : (
        <span />
      )}
    </nav>
  )
}

/** A sentence on a category's articles, for readers and search engines. */
export function describeCategory(category: string): string {
  return `What we write about ${categoryLabel(category)}: notes from our own work with small businesses, newest first and in plain words.`
}
