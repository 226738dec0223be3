import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blogCategories, categoryLabel, findCategory, toSlug, slugPattern, wordCount } from './blog.ts'

describe('toSlug', () => {
  test.each([
    ['Automate the Dullest Task First', 'ai-automation', 'ai-automation-automate-the-dullest-task-first'],
    ['What’s new?  In 2026!', 'general', 'whats-new-in-2026'],
    ['What’s new?', '', 'whats-new'],
    [' -- Before - and -- after -- ', 'seo-marketing', 'seo-marketing-before-and-after'],
    ['Tabs\tand\nlines', 'general', 'tabs-and-lines'],
    ['C++ & Çelik', 'web-development', 'web-development-c-elik'],
    ['!!!', 'social-media', ''],
    ['', 'general', ''],
  ])('toSlug turns %j in %j into %j', (title, category, slug) => {
    expect(toSlug(title, category)).toBe(slug)
  })

  const titles = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('a', 'Z', '-', ' ', '9', 'é'), maxLength: 400 }),
  )

  test('toSlug returns a slug the database accepts, or an empty one, for any title', () => {
    fc.assert(
      fc.property(titles, fc.constantFrom('', 'general', 'ai-automation'), (title, category) => {
        const slug = toSlug(title, category)
        expect(slug).toMatch(new RegExp(`^(${slugPattern})?$`))
        expect(slug.length).toBeLessThanOrEqual(200)
      }),
    )
  })

  test('toSlug starts with the category unless the slug is empty', () => {
    const categories = blogCategories.map(({ value }) => value).filter((value) => value !== 'general')
    fc.assert(
      fc.property(titles, fc.constantFrom(...categories), (title, category) => {
        const slug = toSlug(title, category)
        expect([category, '']).toContain(slug === '' ? '' : findCategory(slug))
      }),
    )
  })
})

describe('findCategory', () => {
  test.each([
    ['ai-automation-first', 'ai-automation'],
    ['technology-trends-small-models', 'technology-trends'],
    ['ai-automation', 'general'],
    ['ai-automations-first', 'general'],
    ['general-remarks', 'general'],
    ['my-ai-automation-story', 'general'],
    ['', 'general'],
  ])('findCategory of %j is %s', (slug, category) => {
    expect(findCategory(slug)).toBe(category)
  })
})

test('every blog category has the label of the specification', () => {
  expect(blogCategories.map(({ value }) => categoryLabel(value))).toEqual([
    'AI & Automation',
    'SEO & Marketing',
    'Custom Development',
    'Social Media',
    'Web Development',
    'Technology Trends',
    'General',
  ])
})

test.each([
  ['', 0],
  ['One two — three.', 3],
  ['## A heading\n- a bullet', 4],
  ['Çelik 24/7 ***', 2],
])('wordCount of %j is %i', (text, words) => {
  expect(wordCount(text)).toBe(words)
})
