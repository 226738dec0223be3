import { site } from '../../site.config.ts'

/** Words a minute that people read on a screen, as studies of reading English found (Brysbaert 2019: 238). */
const PER_MINUTE = 238

/** How many words a text has: runs between spaces that hold a letter or a digit. */
export function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/** How many minutes a text takes to read, at least one. */
export function readingMinutes(text: string): number {
  return Math.max(1, Math.round(wordCount(text) / PER_MINUTE))
}

/** Where pictures may come from besides our own server; the content security policy refuses everything else. */
export const PHOTO_SERVICE = 'https://images.unsplash.com/'

/** Whether browsers show a picture at this address: one of our own, or of the photo service where that is in use. */
export function isShown(address: string, { photoService }: { photoService: boolean }): boolean {
  return /^\/[^/\s\\]/.test(address) || (photoService && address.startsWith(PHOTO_SERVICE))
}

/** The categories of the blog; the database derives a post's category from its slug by the same values. */
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

/** What a slug may look like, as a pattern for form fields; the database holds to the same. */
export const slugPattern = '[a-z0-9]+(-[a-z0-9]+)*'

/**
 * The slug of a post: its title in lower case and hyphens, behind its category unless that is empty or general. At most 200
 * characters; empty where the title has no letter or digit a slug can show.
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

/** The category a slug names by its beginning; general where it names none. */
export function categoryOfSlug(slug: string): BlogCategory {
  return (
    blogCategories.find(({ value }) => value !== GENERAL && slug.startsWith(`${value}-`))?.value ?? GENERAL
  )
}

/** What people call the category `value`; `value` itself for one that is not ours. */
export function categoryLabel(value: string): string {
  return blogCategories.find((category) => category.value === value)?.label ?? value
}

// The server and every visitor's browser must write the same day.
const { timeZone } = site.hours
const short = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })
const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone })

/** "Oct 14, 2025" from an ISO 8601 time, by the business's own calendar. */
export function shortDate(time: string): string {
  return short.format(new Date(time))
}

/** "October 14, 2025". */
export function longDate(time: string): string {
  return long.format(new Date(time))
}

/** A picture for the post: its address, what it shows, and whom to name under it. */
export interface AssistantPicture {
  url: string
  /** Undefined: what the form has stays. */
  alt?: string
  credit: { name: string; link?: string } | null
}
