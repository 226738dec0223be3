import { site } from '../../site.config.ts'
import { xmlText } from '../../web/site/xml.ts'
import { lastChange, type FeedEntry } from './feed-entry.ts'

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
    ...entries.map(item),
    '</channel>',
    '</rss>',
    '',
  ].join('\n')
}

function item(entry: FeedEntry): string {
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

function element(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`
}

/** "Fri, 20 Nov 2026 13:00:00 GMT", as RSS wants its dates. */
function rfc822(time: string): string {
  return new Date(time).toUTCString()
}
