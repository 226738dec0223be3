import { expect, test } from 'vitest'
import { parseSurface } from './request-times.ts'

test.each([
  ['/', 'pages'],
  ['/blog/a-post?x=.css', 'pages'],
  ['/rest/v1/crm_contacts?select=*', 'rest'],
  ['/rest/v1', 'rest'],
  ['/functions/v1/handle-contact-form', 'functions'],
  ['/storage/v1/object/public/posts/a.webp', 'storage'],
  ['/readyz', 'health'],
  ['/assets/root-abc.js', 'files'],
  ['/favicon.ico', 'files'],
  ['/rest/v10/x', 'pages'],
  ['/rest/v1?select=a.css', 'rest'],
  ['/readyz?x', 'health'],
  ['/healthz/x', 'pages'],
  ['/blog?x=.css', 'pages'],
  ['/rss.xml?x=1', 'files'],
  ['/a.b.c/d', 'pages'],
])('parseSurface assigns %s to %s', (target, surface) => {
  expect(parseSurface(target)).toBe(surface)
})
