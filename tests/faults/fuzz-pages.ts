import * as fc from 'fast-check'
import type { FuzzedRequest } from './fuzz-functions.ts'

const pages = [
  '/',
  '/services',
  '/services/social-media',
  '/our-work',
  '/our-work/coach',
  '/samples/turf/',
  '/about',
  '/blog',
  '/blog/nothing-here',
  '/pricing',
  '/contact',
  '/privacy',
  '/404',
  '/login',
  '/sandbox/mail',
  '/sandbox/phone',
  '/sitemap.xml',
  '/robots.txt',
  '/rss.xml',
  '/atom.xml',
  '/feed.json',
  '/.well-known/security.txt',
  '/site.webmanifest',
  '/favicon.ico',
  '/healthz',
  '/readyz',
  '/public-settings.json',
  '/whatwedo',
  '/home',
  '/_root.data',
  '/blog.data',
  '/__manifest?p=%2Fblog&version=x',
  '/og/blog/nothing-here.png',
  '/assets/nothing.js',
  '/storage/v1/object/public/pictures/nothing.webp',
  '/realtime/v1/websocket',
  '/functions/v1/phone-webhook/sms',
  '/functions/v1/phone-webhook/message-status?log=x',
]
const wrongPaths = [
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/%2F%2Felsewhere.example',
  '/..%2f..%2fetc%2fpasswd',
  '/assets/..%2f..%2fpackage.json',
  '/storage/v1/object/public/..%2f..%2fsecrets.json',
  '/blog/%00',
  '/blog/%ff',
  '/blog/%E2%80%A8',
  '/blog/<script>alert(1)</script>',
  '/BLOG/',
  `/${'a/'.repeat(400)}`,
  '/__proto__',
  '/constructor.data',
]
const queries = [
  'page=2',
  'page=-1',
  'page=9e99',
  'category=web-development',
  'category[]=a',
  'q=%00',
  'q=%F0%9F%91%8B',
  '__proto__[a]=1',
  'index',
  '_data=root',
  'next=//elsewhere.example',
  'redirect_to=https://elsewhere.example',
]

/** Requests of browsers, crawlers and scanners outside the API: pages, files, forms, webhooks. */
export function pageRequests(): fc.Arbitrary<FuzzedRequest> {
  return fc.record({
    method: fc.oneof(
      { weight: 8, arbitrary: fc.constant('GET') },
      { weight: 4, arbitrary: fc.constantFrom('POST', 'HEAD') },
      { weight: 1, arbitrary: fc.constantFrom('PUT', 'DELETE', 'PATCH', 'OPTIONS') },
    ),
    path: fc.tuple(paths(), fc.array(query(), { maxLength: 3 })).map(withQuery),
    headers: headers(),
    body: fc.option(forms(), { nil: undefined }),
  })
}

function paths(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...pages) },
    { weight: 2, arbitrary: fc.constantFrom(...wrongPaths) },
    { weight: 1, arbitrary: fc.webPath().map((path) => (path.startsWith('/') ? path : `/${path}`)) },
  )
}

function query(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(...queries),
    fc.tuple(fc.string({ maxLength: 10 }), fc.string({ unit: 'grapheme', maxLength: 30 })).map(encodePair),
  )
}

function encodePair([name, value]: [string, string]): string {
  return `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`
}

function withQuery([path, parts]: [string, string[]]): string {
  if (parts.length === 0) return path
  return `${path}${path.includes('?') ? '&' : '?'}${parts.join('&')}`
}

function headers(): fc.Arbitrary<Record<string, string>> {
  return fc.record(
    {
      accept: fc.constantFrom('text/html', '*/*', 'image/avif', 'application/json', ';;;', 'text/html;q=x'),
      'accept-encoding': fc.constantFrom('gzip', 'br', 'identity;q=0, *;q=0', 'br;q=x', ''),
      'if-none-match': fc.constantFrom('*', '"', 'W/"x"', '"a", "b"'),
      range: fc.constantFrom('bytes=0-1', 'bytes=9-1', 'bytes=-', 'x'),
      'content-type': fc.constantFrom(
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'multipart/form-data',
        'text/plain',
      ),
      'sec-fetch-site': fc.constantFrom('same-origin', 'cross-site', 'none', 'x'),
      'x-forwarded-host': fc.constantFrom('elsewhere.example', 'a b'),
      'x-forwarded-proto': fc.constantFrom('https', 'javascript'),
      'x-twilio-signature': fc.base64String({ maxLength: 30 }),
      'accept-language': fc.string({ unit: fc.constantFrom(...Array.from('en-US,;q=0.9*')), maxLength: 40 }),
    },
    { requiredKeys: [] },
  )
}

function forms(): fc.Arbitrary<string> {
  const field = fc.constantFrom(
    'name',
    'email',
    'message',
    'phone',
    'service',
    'textConsent',
    '__proto__',
    'From',
  )
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.emailAddress(),
    fc.constant('x'.repeat(9_000)),
  )
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .array(fc.tuple(field, value).map(encodePair), { maxLength: 8 })
        .map((parts) => parts.join('&')),
    },
    fc.constantFrom(
      '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nAnn\r\n--x--',
      '--x\r\n\r\n',
      'name=%',
      'x'.repeat(70_000),
    ),
  )
}
