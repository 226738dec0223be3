import { site } from '../../site.config.ts'
import { PHOTO_SERVICE } from '../../web/picture-addresses.ts'

/** Pictures in an article's markup, wherever they stand. */
export const PICTURE_MARKS = /!\[[^[\]\n]*\]\([^()\n]*\)/g

/** Number of words: runs between spaces that contain a letter or digit. Pictures count for nothing. */
export function wordCount(text: string): number {
  return text
    .replaceAll(PICTURE_MARKS, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/** Whether browsers load a picture from this address: our own server, or the photo service if it is in use. */
export function isShown(address: string, { photoService }: { photoService: boolean }): boolean {
  return /^\/[^/\s\\]/.test(address) || (photoService && address.startsWith(PHOTO_SERVICE))
}

/** The blog's categories; the database derives a post's category from its slug with the same values. */
export const blogCategories = [
  { value: 'ai-automation', label: 'AI & Automation' },
  { value: 'seo-marketing', label: 'SEO & Marketing' },
  { value: 'custom-development', label: 'Custom Development' },
  { value: 'social-media', label: 'Social Media' },
  { value: 'web-development', label: 'Web Development' },
  { value: 'technology-trends', label: 'Technology Trends' },
  { value: 'general', label: 'General' },
] as const
export type BlogCategory = (typeof blogCategories)[number]['value']

const GENERAL = 'general'
const LONGEST = 200

/** Pattern of a slug for form fields; the database has the same constraint. */
export const slugPattern = '[a-z0-9]+(-[a-z0-9]+)*'

/**
 * The slug of a post: its title in lower case with hyphens, prefixed with the category unless that is empty or general. At
 * most 200 characters; empty if the title has no character a slug can hold.
 */
export function toSlug(title: string, category: string): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9\s-]/g, '')
    .replaceAll(/\s+/g, '-')
    .replaceAll(/-+/g, '-')
    .replaceAll(/^-|-$/g, '')
  if (words === '') return ''
  const slug = category === '' || category === GENERAL ? words : `${category}-${words}`
  return slug.slice(0, LONGEST).replace(/-$/, '')
}

/** The category prefix of a slug; general if there is none. */
export function findCategory(slug: string): BlogCategory {
  return (
    blogCategories.find(({ value }) => value !== GENERAL && slug.startsWith(`${value}-`))?.value ?? GENERAL
  )
}

/** Display name of a category; `value` itself if it is unknown. */
export function categoryLabel(value: string): string {
  return blogCategories.find((category) => category.value === value)?.label ?? value
}

// Fixed, so that server and browsers render the same day.
const { timeZone } = site.hours
const short = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })
const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone })

/** "Oct 14, 2025" from an ISO 8601 time, in the business's time zone. */
export function shortDate(time: string): string {
  return short.format(new Date(time))
}

/** "October 14, 2025". */
export function longDate(time: string): string {
  return long.format(new Date(time))
}

/** The fields of a post's form that the assistant can fill. */
export interface AssistedFields {
  title: string
  excerpt: string
  content: string
  /** Address of the picture; empty for none. */
  featured_image: string
  featured_image_alt: string
  featured_image_credit: { name: string; link?: string | undefined } | null
}

/** How the assistant reads and fills the form. */
export interface AssistedForm {
  /** The current values. */
  draft: AssistedFields
  onInsert: (fields: Partial<AssistedFields>) => void
}
