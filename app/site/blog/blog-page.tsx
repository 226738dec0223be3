import { Form } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../page-head.tsx'
import type { PostSummary } from '../posts.ts'
import { matchingPosts } from './matching-posts.ts'
import { PostCard } from './post-card.tsx'
import { useSearchTerm } from './use-search-term.ts'
import './blog.css'

interface BlogPageProps {
  posts: readonly PostSummary[]
  /** What the address asks for; without scripts this is the only way to search. */
  search: string
}

/** The list of posts, narrowed down while one types. */
export function BlogPage({ posts, search }: BlogPageProps) {
  const { field, term, setTerm } = useSearchTerm(search)
  const shown = matchingPosts(posts, term)
  const searching = term.trim() !== ''
  return (
    <>
      <PageHead label="Blog" note="Newest first" title="Notes from the chart&nbsp;table.">
        <search className="blog-search">
          <Form action="/blog" onChange={() => setTerm(field.current?.value ?? '')}>
            <label className="visually-hidden" htmlFor="search">
              Search articles
            </label>
            <input
              ref={field}
              className="control"
              id="search"
              name="search"
              type="search"
              placeholder="Search articles..."
              defaultValue={search}
              autoComplete="off"
            />
            <button type="submit" aria-label="Search">
              <Icon name="search" />
            </button>
          </Form>
        </search>
      </PageHead>
      <section className="wrap blog-list" aria-label="Articles">
        <output className="visually-hidden">
          {searching && shown.length > 0 ? `${shown.length} of ${posts.length} articles` : ''}
        </output>
        {shown.length === 0 ? (
          <output className="empty-state">No articles found matching your search.</output>
        ) : (
          <Posts posts={shown} withLead={!searching} />
        )}
      </section>
    </>
  )
}

function Posts({ posts, withLead }: { posts: readonly PostSummary[]; withLead: boolean }) {
  const [first, ...others] = posts
  const rows = withLead ? others : posts
  return (
    <>
      {withLead && first ? <PostCard post={first} leading /> : null}
      {rows.length > 0 ? (
        <ul className="post-rows">
          {rows.map((post) => (
            <li key={post.slug}>
              <PostCard post={post} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
