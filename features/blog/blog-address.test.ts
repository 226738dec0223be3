import { expect, test } from 'vitest'
import { blogPath, readBlogAddress } from './blog-address.ts'

test.each([
  ['', { search: '', category: null, page: 1 }, '/blog'],
  [
    '?search=tide+tables&page=2',
    { search: 'tide tables', category: null, page: 2 },
    '/blog?search=tide+tables&page=2',
  ],
  [
    '?category=seo-marketing',
    { search: '', category: 'seo-marketing', page: 1 },
    '/blog?category=seo-marketing',
  ],
  ['?category=fishing&page=-1', { search: '', category: null, page: 1 }, '/blog'],
  ['?page=1e9', { search: '', category: null, page: 1 }, '/blog'],
  ['?page=two', { search: '', category: null, page: 1 }, '/blog'],
])('readBlogAddress parses %j, and blogPath writes its canonical form', (query, address, path) => {
  expect(readBlogAddress(new URLSearchParams(query))).toEqual(address)
  expect(blogPath(address)).toBe(path)
})
