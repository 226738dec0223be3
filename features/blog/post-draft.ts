import * as z from 'zod/mini'
import { creditColumn, type PostFields, type PostRow } from '../../db/row-types.ts'
import { findCategory, toSlug } from './blog.ts'

const postDraft = z.object({
  title: z.string(),
  category: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  content: z.string(),
  meta_description: z.string(),
  featured_image: z.string(),
  featured_image_alt: z.string(),
  featured_image_credit: creditColumn,
  published: z.boolean(),
  /** Local time as a date-and-time field holds it; empty for none. */
  scheduled_for: z.string(),
})

/** Form values: no nulls, not trimmed. */
export type PostDraft = z.infer<typeof postDraft>

export const emptyDraft: PostDraft = {
  title: '',
  category: 'general',
  slug: '',
  excerpt: '',
  content: '',
  meta_description: '',
  featured_image: '',
  featured_image_alt: '',
  featured_image_credit: null,
  published: false,
  scheduled_for: '',
}

/** A draft for storage: its publishing time becomes ISO 8601, because it may be read in another time zone. */
export function toStoredDraft(draft: PostDraft): PostDraft {
  return { ...draft, scheduled_for: parseLocalTime(draft.scheduled_for) ?? '' }
}

/** A stored draft in the local time zone; null for anything else. */
export function parseDraft(stored: unknown): PostDraft | null {
  const parsed = postDraft.safeParse(stored)
  if (!parsed.success) return null
  const time = parseLocalTime(parsed.data.scheduled_for)
  return { ...parsed.data, scheduled_for: time === null ? '' : formatLocalInput(time) }
}

export function toDraft(post: PostRow): PostDraft {
  return {
    title: post.title,
    category: findCategory(post.slug),
    slug: post.slug,
    excerpt: post.excerpt ?? '',
    content: post.content,
    meta_description: post.meta_description ?? '',
    featured_image: post.featured_image ?? '',
    featured_image_alt: post.featured_image_alt ?? '',
    featured_image_credit: post.featured_image_credit,
    published: post.published,
    scheduled_for: post.scheduled_for ? formatLocalInput(post.scheduled_for) : '',
  }
}

/** Values to save: trimmed, empty ones null, a generated slug if empty, no scheduled time for a public post. */
export function toFields(draft: PostDraft): PostFields {
  const image = draft.featured_image.trim() || null
  return {
    title: draft.title.trim(),
    slug: draft.slug.trim() || toSlug(draft.title, draft.category),
    content: draft.content,
    excerpt: draft.excerpt.trim() || null,
    meta_description: draft.meta_description.trim() || null,
    featured_image: image,
    featured_image_alt: image ? draft.featured_image_alt.trim() || null : null,
    featured_image_credit: image ? draft.featured_image_credit : null,
    published: draft.published,
    scheduled_for: draft.published || !draft.scheduled_for ? null : parseLocalTime(draft.scheduled_for),
  }
}

/**
 * Applies a form change to a draft. Title and category regenerate the slug until the post has been public or the user typed a
 * slug: from then on the slug changes only on request. A typed slug sets the category; a cleared slug keeps the category and is
 * generated again.
 */
export function applyChange(
  draft: PostDraft,
  change: Partial<PostDraft>,
  { addressIsPublic }: { addressIsPublic: boolean },
): PostDraft {
  const next = { ...draft, ...change }
  if (change.slug !== undefined && change.category === undefined) {
    return change.slug.trim() === '' ? next : { ...next, category: findCategory(change.slug) }
  }
  if (addressIsPublic || change.slug !== undefined) return next
  const typed = draft.slug !== '' && draft.slug !== toSlug(draft.title, draft.category)
  if (typed) return change.category === undefined ? next : { ...next, slug: moveSlug(draft, change.category) }
  const regenerates = 'title' in change || 'category' in change
  return regenerates ? { ...next, slug: toSlug(next.title, next.category) } : next
}

/** Moves a typed slug to another category. */
function moveSlug({ slug }: PostDraft, category: string): string {
  const prefix = `${findCategory(slug)}-`
  return toSlug(slug.startsWith(prefix) ? slug.slice(prefix.length) : slug, category)
}

/** "2026-11-20T09:30" in local time, for a date-and-time field, from an ISO 8601 time. */
export function formatLocalInput(time: string): string {
  const at = new Date(time)
  const sameFigures = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return sameFigures.toISOString().slice(0, 16)
}

/** The ISO 8601 time of a date-and-time field, or null if it is empty. */
export function parseLocalTime(local: string): string | null {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** The browser's time zone for display: "America/New York". */
export function timeZoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
}
