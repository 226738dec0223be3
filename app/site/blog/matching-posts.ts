import type { PostSummary } from '../posts.ts'

/** The posts whose title and excerpt hold every word of `search`, in any case; all of them for no words. */
export function matchingPosts(posts: readonly PostSummary[], search: string): readonly PostSummary[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return posts.filter((post) => {
    const text = `${post.title} ${post.excerpt ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
