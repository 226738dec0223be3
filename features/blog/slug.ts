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
export function slugOf(title: string, category: string): string {
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
