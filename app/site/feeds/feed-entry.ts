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
