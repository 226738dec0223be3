import * as z from 'zod/mini'
import { creditColumn, type PostFields, type PostRow } from '../../db/row-types.ts'
import { categoryOfSlug, toSlug } from './blog.ts'

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
  /** As a date-and-time field holds it, in the person's own time zone; empty for none. */
  scheduled_for: z.string(),
})

/** What the form holds while somebody types: no nulls, nothing trimmed yet. */
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

/** A draft to be kept: its author may read it where another time zone is, so its time to publish is an ISO 8601 time. */
export function keptForm(draft: PostDraft): PostDraft {
  return { ...draft, scheduled_for: timeOfLocal(draft.scheduled_for) ?? '' }
}

/** A draft that was kept, in the time zone of here; null for anything else. */
export function parseDraft(stored: unknown): PostDraft | null {
  const parsed = postDraft.safeParse(stored)
  if (!parsed.success) return null
  const time = timeOfLocal(parsed.data.scheduled_for)
  return { ...parsed.data, scheduled_for: time === null ? '' : localTime(time) }
}

export function toDraft(post: PostRow): PostDraft {
  return {
    title: post.title,
    category: categoryOfSlug(post.slug),
    slug: post.slug,
    excerpt: post.excerpt ?? '',
    content: post.content,
    meta_description: post.meta_description ?? '',
    featured_image: post.featured_image ?? '',
    featured_image_alt: post.featured_image_alt ?? '',
    featured_image_credit: post.featured_image_credit,
    published: post.published,
    scheduled_for: post.scheduled_for ? localTime(post.scheduled_for) : '',
  }
}

/** What is saved: trimmed, null for what was left empty, a slug where there was none, and no time for what is public. */
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
    scheduled_for: draft.published || !draft.scheduled_for ? null : timeOfLocal(draft.scheduled_for),
  }
}

/** Whether saving a draft would leave the post as it is. */
export function isSaved(draft: PostDraft, post: PostRow): boolean {
  return JSON.stringify(toFields(draft)) === JSON.stringify(toFields(toDraft(post)))
}

/**
 * A draft after a change of the form. Title and category regenerate the slug until the post was first public or somebody typed
 * one of their own: from then on the address changes on request alone. A typed slug names its category; an emptied one keeps it,
 * and is generated anew.
 */
export function changedDraft(
  draft: PostDraft,
  change: Partial<PostDraft>,
  { addressIsPublic }: { addressIsPublic: boolean },
): PostDraft {
  const next = { ...draft, ...change }
  if (change.slug !== undefined && change.category === undefined) {
    return change.slug.trim() === '' ? next : { ...next, category: categoryOfSlug(change.slug) }
  }
  if (addressIsPublic || change.slug !== undefined) return next
  const typed = draft.slug !== '' && draft.slug !== toSlug(draft.title, draft.category)
  if (typed)
    return change.category === undefined ? next : { ...next, slug: movedSlug(draft, change.category) }
  const regenerates = 'title' in change || 'category' in change
  return regenerates ? { ...next, slug: toSlug(next.title, next.category) } : next
}

/** A slug somebody typed, behind another category. */
function movedSlug({ slug }: PostDraft, category: string): string {
  const prefix = `${categoryOfSlug(slug)}-`
  return toSlug(slug.startsWith(prefix) ? slug.slice(prefix.length) : slug, category)
}

/** "2026-11-20T09:30", as a date-and-time field holds it, from an ISO 8601 time: in the browser's own time zone. */
export function localTime(time: string): string {
  const at = new Date(time)
  const sameFigures = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return sameFigures.toISOString().slice(0, 16)
}

/** The ISO 8601 time a date-and-time field means, or null where it holds none. */
export function timeOfLocal(local: string): string | null {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** The browser's time zone, as people can read it: "America/New York". */
export function timeZoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
}
