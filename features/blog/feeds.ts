import { site } from '../../site.config.ts'
import { xmlText } from '../../web/site/xml.ts'
import { lastChange, type FeedEntry } from './feed-entry.ts'

/** The blog as an Atom feed (RFC 4287); entries newest first, `now` for a feed that has none. */
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

function element(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`
}

/** "2026-11-20T13:00:00.000Z", whichever of its spellings the database used. */
function rfc3339(time: string): string {
  return new Date(time).toISOString()
}
