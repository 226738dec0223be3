import { site } from '../../../site.config.ts'
import type { PostSummary } from '../posts.ts'
import { xmlText } from './xml.ts'

const LIMIT = 20

/** The blog as an RSS 2.0 feed; `posts` newest first, of which it carries the first twenty. */
export function rss(siteUrl: string, posts: readonly PostSummary[]): string {
  const [newest] = posts
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    element('title', `${site.name} blog`),
    element('link', `${siteUrl}/blog`),
    element('description', site.description),
    element('language', 'en-us'),
    `<atom:link href="${xmlText(`${siteUrl}/rss.xml`)}" rel="self" type="application/rss+xml"/>`,
    ...(newest ? [element('lastBuildDate', rfc822(newest.updated_at))] : []),
    ...posts.slice(0, LIMIT).map((post) => item(siteUrl, post)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n')
}

function item(siteUrl: string, post: PostSummary): string {
  const address = `${siteUrl}/blog/${post.slug}`
  return [
    '<item>',
    element('title', post.title),
    element('link', address),
    element('guid', address),
    element('pubDate', rfc822(post.created_at)),
    ...(post.excerpt ? [element('description', post.excerpt)] : []),
    element('category', post.category),
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
