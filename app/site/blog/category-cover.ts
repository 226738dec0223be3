import type { PostSummary } from '../posts.ts'

/** Where pictures may come from besides our own server; the content security policy refuses everything else. */
export const PHOTO_SERVICE = 'https://images.unsplash.com/'

/** The address of a post's own picture, or null where it has none that a browser would be allowed to show. */
export function findPicture({ featured_image: address }: Pick<PostSummary, 'featured_image'>): string | null {
  if (address === null) return null
  return address.startsWith('/') || address.startsWith(PHOTO_SERVICE) ? address : null
}

/** What stands in for a missing picture in lists: the drawing of the post's category. */
export function coverOf({ category }: Pick<PostSummary, 'category'>): string {
  return `/covers/${category}.svg`
}
