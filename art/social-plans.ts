import { services, site, taglineLines } from '../site.config.ts'
import { projects } from '../features/site/content/our-work.ts'
import { capitalize } from '../web/ui/capitalize.ts'
import { spellNumber } from '../web/ui/spell-number.ts'
import type { FlagName } from './drawings/flags.ts'

export interface SocialPlan {
  /** File name under `public/og` without extension, like the page's path. */
  name: string
  /** Lines of the title, which form the land. A final period is the signal. */
  lines: readonly string[]
  label: string
  flag?: FlagName
  /** Shows the cover of this blog category instead of isobaths around the letters. */
  category?: string
  seed: number
}

/** A social image for each public page, and one for each blog category, to which the server adds article titles. */
export const socialPlans: readonly SocialPlan[] = [
  {
    name: 'home',
    lines: taglineLines.map(([first, second]) => `${first} ${second}.`),
    label: `${site.place.city}, ${site.place.stateName}`,
    seed: 7,
  },
  {
    name: 'services',
    lines: [`${capitalize(spellNumber(services.length))} services,`, 'one crew.'],
    label: 'Services',
    seed: 5,
  },
  {
    name: 'services/ai-automation',
    lines: ['AI business', 'automation'],
    label: 'Signal S',
    flag: 'S',
    seed: 6,
  },
  {
    name: 'services/website-development',
    lines: ['Websites', 'and brand'],
    label: 'Signal O',
    flag: 'O',
    seed: 11,
  },
  {
    name: 'services/custom-apps',
    lines: ['Custom', 'business', 'apps'],
    label: 'Signal U',
    flag: 'U',
    seed: 27,
  },
  { name: 'services/local-seo', lines: ['Local', 'search'], label: 'Signal N', flag: 'N', seed: 38 },
  {
    name: 'services/strategic-consulting',
    lines: ['Strategic', 'consulting'],
    label: 'Signal D',
    flag: 'D',
    seed: 52,
  },
  { name: 'services/social-media', lines: ['Social', 'media'], label: 'Signal A', flag: 'A', seed: 64 },
  { name: 'our-work', lines: ['Work you', 'can walk', 'into.'], label: 'Our work', seed: 14 },
  ...projects.map(({ id, client, sample }, position) => ({
    name: `our-work/${id}`,
    lines: client.split(/ (.*)/).filter((line) => line !== ''),
    label: sample === undefined ? 'Our work' : 'Sample project',
    seed: 71 + 4 * position,
  })),
  { name: 'about', lines: ['Where tech', 'meets', 'creativity.'], label: 'About', seed: 22 },
  { name: 'pricing', lines: ['Four ways', 'to start.'], label: 'Pricing', seed: 31 },
  { name: 'contact', lines: ['Tell us where', 'you’re headed.'], label: 'Contact', seed: 41 },
  { name: 'blog', lines: ['Notes from', 'the log.'], label: 'Blog', seed: 47 },
  { name: 'privacy', lines: ['Privacy', 'policy'], label: 'Privacy', seed: 58 },
  { name: 'terms', lines: ['Texting', 'terms'], label: 'Terms', seed: 66 },
  { name: '404', lines: ['404'], label: 'Page not found', seed: 17 },
  {
    name: 'categories/ai-automation',
    lines: ['AI &', 'Automation'],
    label: 'Blog',
    category: 'ai-automation',
    seed: 0,
  },
  {
    name: 'categories/seo-marketing',
    lines: ['SEO &', 'Marketing'],
    label: 'Blog',
    category: 'seo-marketing',
    seed: 0,
  },
  {
    name: 'categories/custom-development',
    lines: ['Custom', 'Develop-', 'ment'],
    label: 'Blog',
    category: 'custom-development',
    seed: 0,
  },
  {
    name: 'categories/social-media',
    lines: ['Social', 'Media'],
    label: 'Blog',
    category: 'social-media',
    seed: 0,
  },
  {
    name: 'categories/web-development',
    lines: ['Web', 'Develop-', 'ment'],
    label: 'Blog',
    category: 'web-development',
    seed: 0,
  },
  {
    name: 'categories/technology-trends',
    lines: ['Technology', 'Trends'],
    label: 'Blog',
    category: 'technology-trends',
    seed: 0,
  },
  { name: 'categories/general', lines: ['General'], label: 'Blog', category: 'general', seed: 0 },
]
