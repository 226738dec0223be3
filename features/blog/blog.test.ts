import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  blogCategories,
  categoryLabel,
  categoryOfSlug,
  toSlug,
  slugPattern,
  readingMinutes,
  wordCount,
} from './blog.ts'

describe('the slug of a post', () => {
  test.each([
    ['Automate the Dullest Task First', 'ai-automation', 'ai-automation-automate-the-dullest-task-first'],
    ['What’s new?  In 2026!', 'general', 'whats-new-in-2026'],
    ['What’s new?', '', 'whats-new'],
    [' -- Before - and -- after -- ', 'seo-marketing', 'seo-marketing-before-and-after'],
    ['Tabs\tand\nlines', 'general', 'tabs-and-lines'],
    ['C++ & Çelik', 'web-development', 'web-development-c-elik'],
    ['!!!', 'social-media', ''],
    ['', 'general', ''],
  ])('%j in %j is %j', (title, category, slug) => {
    expect(toSlug(title, category)).toBe(slug)
  })

  const titles = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('a', 'Z', '-', ' ', '9', 'é'), maxLength: 400 }),
  )

  test('is one the database takes, or empty, whatever the title', () => {
    fc.assert(
      fc.property(titles, fc.constantFrom('', 'general', 'ai-automation'), (title, category) => {
        const slug = toSlug(title, category)
        expect(slug).toMatch(new RegExp(`^(${slugPattern})?$`))
        expect(slug.length).toBeLessThanOrEqual(200)
      }),
    )
  })

  test('names its category, unless it is empty', () => {
    const categories = blogCategories.map(({ value }) => value).filter((value) => value !== 'general')
    fc.assert(
      fc.property(titles, fc.constantFrom(...categories), (title, category) => {
        const slug = toSlug(title, category)
        expect([category, '']).toContain(slug === '' ? '' : categoryOfSlug(slug))
      }),
    )
  })
})

describe('the category of a slug', () => {
  test.each([
    ['ai-automation-first', 'ai-automation'],
    ['technology-trends-small-models', 'technology-trends'],
    ['ai-automation', 'general'],
    ['ai-automations-first', 'general'],
    ['general-remarks', 'general'],
    ['my-ai-automation-story', 'general'],
    ['', 'general'],
  ])('of %j is %s', (slug, category) => {
    expect(categoryOfSlug(slug)).toBe(category)
  })
})

test('every category has the label of the specification', () => {
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
])('%j has %i words', (text, words) => {
  expect(wordCount(text)).toBe(words)
})

test.each([
  [0, 1],
  [100, 1],
  [476, 2],
  [2380, 10],
])('%i words take %i minutes', (words, minutes) => {
  expect(readingMinutes('word '.repeat(words))).toBe(minutes)
})
