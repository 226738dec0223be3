import { site } from '../../site.config.ts'
import type { FeedEntry } from './feed-entry.ts'

/** The blog as a JSON Feed (version 1.1); entries newest first. */
export function jsonFeed(siteUrl: string, entries: readonly FeedEntry[]): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: `${site.name} blog`,
    home_page_url: `${siteUrl}/blog`,
    feed_url: `${siteUrl}/feed.json`,
    description: site.description,
    language: 'en-US',
    authors: [{ name: site.name, url: `${siteUrl}/` }],
    items: entries.map(item),
  })
}

function item(entry: FeedEntry) {
  return {
    id: entry.url,
    url: entry.url,
    title: entry.title,
    ...(entry.summary ? { summary: entry.summary } : {}),
    content_html: entry.html,
    date_published: new Date(entry.published).toISOString(),
    date_modified: new Date(entry.updated).toISOString(),
    tags: [entry.category],
  }
}
