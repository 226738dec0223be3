import type { PostSummary } from './public-posts.ts'

/** What stands in for a missing picture in lists: the drawing of the post's category. */
export function coverOf({ category }: Pick<PostSummary, 'category'>): string {
  return `/covers/${category}.svg`
}
