import { expect, test } from 'vitest'
import { chooseTopic, titleSimilarity, topics } from './post-generator.server.ts'

const post = (category: string, day: number, title = 'Something else') => ({
  category,
  title,
  created_at: `2026-10-${String(day).padStart(2, '0')}T09:00:00+00:00`,
})

const ALL_ACTIVE = [
  'ai-automation',
  'custom-development',
  'social-media',
  'web-development',
  'technology-trends',
]

test('chooseTopic prefers a category without an article', () => {
  expect(chooseTopic(ALL_ACTIVE.map((category) => post(category, 1))).category).toBe('seo-marketing')
})

test('chooseTopic picks the category without a new article for the longest time', () => {
  const posts = [...ALL_ACTIVE, 'seo-marketing'].map((category, index) => post(category, 10 + index))
  const again = [...posts, post('ai-automation', 28)]
  expect(chooseTopic(posts).category).toBe('ai-automation')
  expect(chooseTopic(again).category).toBe('custom-development')
})

test('chooseTopic skips a topic covered under other words or in another category', () => {
  const [first = '', second = ''] = topics['ai-automation']
  expect(chooseTopic([]).topic).toBe(first)
  expect(chooseTopic([post('general', 1, `Sample draft: ${first}`)]).topic).toBe(second)
  expect(chooseTopic([post('general', 1, 'Sort your morning mail by software')]).topic).toBe(second)
})

test('chooseTopic picks the least covered topic when all are covered', () => {
  const posts = topics['ai-automation'].map((title) => post('general', 1, title))
  expect(topics['ai-automation']).toContain(chooseTopic(posts).topic)
})

test.each([
  ['A contact form people finish', 'Contact forms that people finish', 1],
  ['Backups you have restored', 'Restoring a backup', 1],
  ['Prices on the page, or not', 'Why pages feel slow', 0.5],
  ['Passkeys for ten people', 'Words for the first screen', 0],
  ['', 'Anything', 0],
])('likeness of %j and %j is %d', (left, right, expected) => {
  expect(titleSimilarity(left, right)).toBeCloseTo(expected, 1)
})
