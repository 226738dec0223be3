import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { demoPosts } from './demo-posts.ts'

// Specification, section 3, "Blog categories".
const categories = [
  'ai-automation',
  'seo-marketing',
  'custom-development',
  'social-media',
  'web-development',
  'technology-trends',
]

describe.each(demoPosts)('the sample article "$title"', (post) => {
  test('sample article "$title" has the slug toSlug gives it', () => {
    const words = post.title
      .toLowerCase()
      .replace(/[^a-z0-9\s-]/g, '')
      .replace(/\s+/g, '-')
    expect([words, ...categories.map((category) => `${category}-${words}`)]).toContain(post.slug)
  })

  test('sample article "$title" has every field of a finished article', () => {
    const words = post.content.split(/\s+/).length
    expect(words).toBeGreaterThan(450)
    expect(words).toBeLessThan(800)
    expect(post.metaDescription.length).toBeLessThan(160)
    expect(post.excerpt).not.toBe('')
    expect(existsSync(`public${post.featuredImage}`)).toBe(true)
  })

  test('sample article "$title" uses only supported markup', () => {
    const lines = post.content
      .split('\n')
      .filter((line) => !/^(#{1,3} |\d+\. |- |[A-Z])/.test(line) && line !== '')
    expect(lines).toEqual([])
    const withoutBold = post.content.replaceAll(/^- \*\*([A-Z][^*]+)\*\* /gm, '- $1 ')
    expect(withoutBold).not.toMatch(/[*_`<>[\]]/)
  })
})

test('the sample articles cover every category, newest first', () => {
  const found = demoPosts.map(
    ({ slug }) => categories.find((category) => slug.startsWith(`${category}-`)) ?? 'general',
  )
  expect(new Set(found)).toEqual(new Set([...categories, 'general']))
  const ages = demoPosts.map(({ daysAgo }) => daysAgo)
  expect(ages).toEqual(ages.toSorted((a, b) => a - b))
})
