import { describe, expect, test, vi } from 'vitest'
import {
  formatLocalInput,
  parseLocalTime,
  applyChange,
  toDraft,
  emptyDraft,
  toFields,
  toStoredDraft,
  parseDraft,
} from './post-draft.ts'
import { changedFields } from '../../web/workspace/save-edit.ts'

const draft = { ...emptyDraft, title: 'Tide tables', category: 'ai-automation' }
const unpublished = { addressIsPublic: false }

describe('applyChange: the slug', () => {
  test('the slug follows title and category until the post has been public', () => {
    const typed = applyChange(emptyDraft, { title: 'Tide tables' }, unpublished)
    expect(typed.slug).toBe('tide-tables')
    expect(applyChange(typed, { category: 'seo-marketing' }, unpublished).slug).toBe(
      'seo-marketing-tide-tables',
    )
    expect(applyChange(typed, { category: 'seo-marketing' }, { addressIsPublic: true }).slug).toBe(
      'tide-tables',
    )
  })

  test('a slug can be typed by hand, and an empty one is generated on saving', () => {
    expect(applyChange(draft, { slug: 'by-hand' }, unpublished).slug).toBe('by-hand')
    expect(toFields({ ...draft, slug: ' ' }).slug).toBe('ai-automation-tide-tables')
  })

  test('a typed slug survives a new title and moves with the category', () => {
    const typed = applyChange(draft, { slug: 'my-own-address' }, unpublished)
    const retitled = applyChange(typed, { title: 'My posts' }, unpublished)
    expect(retitled).toMatchObject({ slug: 'my-own-address', category: 'general' })
    const moved = applyChange(retitled, { category: 'seo-marketing' }, unpublished)
    expect(moved.slug).toBe('seo-marketing-my-own-address')
    expect(applyChange(moved, { category: 'general' }, unpublished).slug).toBe('my-own-address')
  })

  test('a cleared slug keeps the chosen category and is generated again', () => {
    const chosen = applyChange(draft, { category: 'ai-automation' }, unpublished)
    const emptied = applyChange(chosen, { slug: '' }, unpublished)
    expect(emptied.category).toBe('ai-automation')
    expect(toFields(emptied).slug).toBe('ai-automation-tide-tables')
    expect(applyChange(emptied, { title: 'High tides' }, unpublished).slug).toBe('ai-automation-high-tides')
  })
})

test('toFields saves empty fields as null and drops the description of a removed picture', () => {
  const fields = toFields({
    ...draft,
    featured_image: ' ',
    featured_image_alt: 'A pier',
    featured_image_credit: { name: 'Somebody' },
  })
  expect(fields).toMatchObject({
    featured_image: null,
    featured_image_alt: null,
    featured_image_credit: null,
    excerpt: null,
    meta_description: null,
  })
})

test('the publishing time is in the local time zone and dropped for a public post', () => {
  const local = formatLocalInput('2026-11-20T14:30:20Z')
  expect(local).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
  expect(parseLocalTime(local)).toBe('2026-11-20T14:30:00.000Z')
  expect(parseLocalTime('')).toBeNull()
  expect(toFields({ ...draft, scheduled_for: local }).scheduled_for).toBe('2026-11-20T14:30:00.000Z')
  expect(toFields({ ...draft, scheduled_for: local, published: true }).scheduled_for).toBeNull()
})

test('toDraft and toFields round-trip a post', () => {
  const post = {
    ...toFields({ ...draft, excerpt: 'Short', slug: 'ai-automation-tide-tables' }),
    id: '1',
    published_at: null,
    updated_at: '2026-11-20T14:30:20Z',
  }
  const again = toDraft(post)
  expect(changedFields(again, { ...draft, excerpt: 'Short', slug: 'ai-automation-tide-tables' })).toEqual([])
  expect(changedFields(again, emptyDraft)).toEqual(['title', 'category', 'slug', 'excerpt'])
})

test('parseDraft reads a stored draft and rejects anything else', () => {
  expect(parseDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
  expect(parseDraft({ title: 'Half' })).toBeNull()
  expect(parseDraft('{')).toBeNull()
})

test('a draft stored in one time zone keeps its publishing time in another', () => {
  vi.stubEnv('TZ', 'America/New_York')
  const kept: unknown = JSON.parse(
    JSON.stringify(toStoredDraft({ ...emptyDraft, scheduled_for: '2030-07-04T09:30' })),
  )
  vi.stubEnv('TZ', 'America/Los_Angeles')
  expect(parseDraft(kept)?.scheduled_for).toBe('2030-07-04T06:30')
  expect(parseDraft({ ...emptyDraft, scheduled_for: 'soon' })?.scheduled_for).toBe('')
  vi.unstubAllEnvs()
})
