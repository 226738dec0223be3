import { describe, expect, test, vi } from 'vitest'
import {
  localTime,
  timeOfLocal,
  changedDraft,
  toDraft,
  emptyDraft,
  toFields,
  keptForm,
  parseDraft,
} from './post-draft.ts'
import { changedFields } from '../../web/workspace/draft-changes.ts'

const draft = { ...emptyDraft, title: 'Tide tables', category: 'ai-automation' }
const unpublished = { addressIsPublic: false }

describe('the slug in the form', () => {
  test('follows title and category until the post was public', () => {
    const typed = changedDraft(emptyDraft, { title: 'Tide tables' }, unpublished)
    expect(typed.slug).toBe('tide-tables')
    expect(changedDraft(typed, { category: 'seo-marketing' }, unpublished).slug).toBe(
      'seo-marketing-tide-tables',
    )
    expect(changedDraft(typed, { category: 'seo-marketing' }, { addressIsPublic: true }).slug).toBe(
      'tide-tables',
    )
  })

  test('can be written by hand, and is generated on saving where it is empty', () => {
    expect(changedDraft(draft, { slug: 'by-hand' }, unpublished).slug).toBe('by-hand')
    expect(toFields({ ...draft, slug: ' ' }).slug).toBe('ai-automation-tide-tables')
  })

  test('typed by hand is kept when the title changes, and moves with the category', () => {
    const typed = changedDraft(draft, { slug: 'my-own-address' }, unpublished)
    const retitled = changedDraft(typed, { title: 'My posts' }, unpublished)
    expect(retitled).toMatchObject({ slug: 'my-own-address', category: 'general' })
    const moved = changedDraft(retitled, { category: 'seo-marketing' }, unpublished)
    expect(moved.slug).toBe('seo-marketing-my-own-address')
    expect(changedDraft(moved, { category: 'general' }, unpublished).slug).toBe('my-own-address')
  })

  test('that is emptied keeps the chosen category, and is generated anew behind it', () => {
    const chosen = changedDraft(draft, { category: 'ai-automation' }, unpublished)
    const emptied = changedDraft(chosen, { slug: '' }, unpublished)
    expect(emptied.category).toBe('ai-automation')
    expect(toFields(emptied).slug).toBe('ai-automation-tide-tables')
    expect(changedDraft(emptied, { title: 'High tides' }, unpublished).slug).toBe('ai-automation-high-tides')
  })
})

test('what was left empty is saved as null, and a picture that is gone takes its words along', () => {
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

test('a time to publish is in the time zone of whoever sets it, and nothing a public post has', () => {
  const local = localTime('2026-11-20T14:30:20Z')
  expect(local).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
  expect(timeOfLocal(local)).toBe('2026-11-20T14:30:00.000Z')
  expect(timeOfLocal('')).toBeNull()
  expect(toFields({ ...draft, scheduled_for: local }).scheduled_for).toBe('2026-11-20T14:30:00.000Z')
  expect(toFields({ ...draft, scheduled_for: local, published: true }).scheduled_for).toBeNull()
})

test('a post comes back from the form as it was', () => {
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

test('a stored draft is read, and anything else is not', () => {
  expect(parseDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
  expect(parseDraft({ title: 'Half' })).toBeNull()
  expect(parseDraft('{')).toBeNull()
})

test('a draft kept in one time zone means the same moment in another', () => {
  vi.stubEnv('TZ', 'America/New_York')
  const kept: unknown = JSON.parse(
    JSON.stringify(keptForm({ ...emptyDraft, scheduled_for: '2030-07-04T09:30' })),
  )
  vi.stubEnv('TZ', 'America/Los_Angeles')
  expect(parseDraft(kept)?.scheduled_for).toBe('2030-07-04T06:30')
  expect(parseDraft({ ...emptyDraft, scheduled_for: 'soon' })?.scheduled_for).toBe('')
  vi.unstubAllEnvs()
})
