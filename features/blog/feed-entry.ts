/** One article as the feeds carry it. */
export interface FeedEntry {
  title: string
  /** Absolute. */
  url: string
  summary: string | null
  /** The whole text as HTML that was made from its markup, never the author's own. */
  html: string
  /** What people call the category. */
  category: string
  /** ISO 8601. */
  published: string
  updated: string
}

/** How many articles a feed carries. */
export const FEED_LENGTH = 20

/** When any of the articles was last changed, as ISO 8601; undefined where there is none. */
export function lastChange(entries: readonly FeedEntry[]): string | undefined {
  return entries
    .map(({ updated }) => updated)
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))
    .at(-1)
}
