import { site } from '../../site.config.ts'
import { xmlText } from '../../web/site/xml.ts'

// Not the package `feed` 6.0.0: it writes titles as HTML in Atom, keeps U+0001, and a second `]]>` in a title ends its CDATA
// section.

/** An article in a feed. */
export interface FeedEntry {
  title: string
  /** Absolute. */
  url: string
  summary: string | null
  /** The whole text, rendered from its markup. */
  html: string
  /** Display name of the category. */
  category: string
  /** ISO 8601. */
  published: string
  updated: string
}

/** Maximum number of articles in a feed. */
export const FEED_LENGTH = 20

/** The blog as an Atom feed (RFC 4287); entries newest first, `now` for an empty feed. */
export function atom(siteUrl: string, entries: readonly FeedEntry[], now: Date): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-US">',
    element('title', `${site.name} blog`),
    element('subtitle', site.description),
    element('id', `${siteUrl}/blog`),
    element('updated', rfc3339(lastChange(entries) ?? now.toISOString())),
    `<author>${element('name', site.name)}${element('uri', `${siteUrl}/`)}</author>`,
    `<link rel="alternate" type="text/html" href="${xmlText(`${siteUrl}/blog`)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${xmlText(`${siteUrl}/atom.xml`)}"/>`,
    ...entries.map(entryElement),
    '</feed>',
    '',
  ].join('\n')
}

function element(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`
}

/** "2026-11-20T13:00:00.000Z", from any format the database returns. */
function rfc3339(time: string): string {
  return new Date(time).toISOString()
}

/** Time of the most recent change, as ISO 8601; undefined without entries. */
function lastChange(entries: readonly FeedEntry[]): string | undefined {
  return entries
    .map(({ updated }) => updated)
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))
    .at(-1)
}

function entryElement(entry: FeedEntry): string {
  return [
    '<entry>',
    element('title', entry.title),
    element('id', entry.url),
    `<link rel="alternate" type="text/html" href="${xmlText(entry.url)}"/>`,
    element('published', rfc3339(entry.published)),
    element('updated', rfc3339(entry.updated)),
    `<category term="${xmlText(entry.category)}"/>`,
    ...(entry.summary ? [element('summary', entry.summary)] : []),
    `<content type="html">${xmlText(entry.html)}</content>`,
    '</entry>',
  ].join('')
}

/** The blog as an RSS 2.0 feed; entries newest first. */
export function rss(siteUrl: string, entries: readonly FeedEntry[]): string {
  const changed = lastChange(entries)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">',
    '<channel>',
    element('title', `${site.name} blog`),
    element('link', `${siteUrl}/blog`),
    element('description', site.description),
    element('language', 'en-us'),
    `<atom:link href="${xmlText(`${siteUrl}/rss.xml`)}" rel="self" type="application/rss+xml"/>`,
    ...(changed === undefined ? [] : [element('lastBuildDate', rfc822(changed))]),
    ...entries.map(rssItem),
    '</channel>',
    '</rss>',
    '',
  ].join('\n')
}

/** "Fri, 20 Nov 2026 13:00:00 GMT", the date format of RSS. */
function rfc822(time: string): string {
  return new Date(time).toUTCString()
}

function rssItem(entry: FeedEntry): string {
  return [
    '<item>',
    element('title', entry.title),
    element('link', entry.url),
    element('guid', entry.url),
    element('pubDate', rfc822(entry.published)),
    ...(entry.summary ? [element('description', entry.summary)] : []),
    element('content:encoded', entry.html),
    element('category', entry.category),
    '</item>',
  ].join('')
}

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
    items: entries.map(jsonItem),
  })
}

function jsonItem(entry: FeedEntry) {
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
