import { expect, test } from 'vitest'
import { atom, type FeedEntry, jsonFeed, rss } from './feeds.ts'

const SITE = 'https://tidewright.example'

const entry: FeedEntry = {
  title: 'Tides & <b>tables</b>',
  url: `${SITE}/blog/tides`,
  summary: null,
  html: '<p>One &amp; two</p>',
  category: 'General',
  published: '2026-11-20T13:00:00+00:00',
  updated: '2026-11-21T09:30:00.25+00:00',
}

test('the Atom feed has the required elements (RFC 4287, section 4.1)', () => {
  const text = atom(
    SITE,
    [entry, { ...entry, url: `${SITE}/blog/older`, updated: '2026-11-22T00:00:00Z' }],
    new Date(0),
  )
  expect(text).toContain(
    '<id>https://tidewright.example/blog</id>\n<updated>2026-11-22T00:00:00.000Z</updated>',
  )
  expect(text).toContain('<author><name>Tidewright</name>')
  expect(text).toContain(
    '<entry><title>Tides &amp; &lt;b&gt;tables&lt;/b&gt;</title><id>https://tidewright.example/blog/tides</id>',
  )
  expect(text).toContain(
    '<published>2026-11-20T13:00:00.000Z</published><updated>2026-11-21T09:30:00.250Z</updated>',
  )
  expect(text).toContain('<content type="html">&lt;p&gt;One &amp;amp; two&lt;/p&gt;</content>')
  expect(atom(SITE, [], new Date('2026-11-20T00:00:00Z'))).toContain(
    '<updated>2026-11-20T00:00:00.000Z</updated>',
  )
})

test('the RSS feed takes lastBuildDate from the most recently changed article', () => {
  const edited = { ...entry, url: `${SITE}/blog/older`, updated: '2026-11-22T00:00:00Z' }
  expect(rss(SITE, [entry, edited])).toContain('<lastBuildDate>Sun, 22 Nov 2026 00:00:00 GMT</lastBuildDate>')
  expect(rss(SITE, [])).not.toContain('lastBuildDate')
})

test('the JSON feed follows version 1.1', () => {
  expect(JSON.parse(jsonFeed(SITE, [entry]))).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Tidewright blog',
    feed_url: `${SITE}/feed.json`,
    items: [
      {
        id: entry.url,
        url: entry.url,
        title: entry.title,
        content_html: entry.html,
        date_published: '2026-11-20T13:00:00.000Z',
        date_modified: '2026-11-21T09:30:00.250Z',
        tags: ['General'],
      },
    ],
  })
})
