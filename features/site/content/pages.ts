import { services } from '../../../site.config.ts'
import { caseStudies, projects } from './our-work.ts'
import { privacyChanges } from './privacy-policy.ts'
import { termsEffective } from './terms-of-use.ts'

/**
 * Every public page except articles, with the ISO 8601 date of its last text change for the sitemap. Pages that list articles
 * are at least as recent as the newest article.
 */
export const sitePages: readonly { path: string; changed: string; listsPosts?: boolean }[] = [
  { path: '/', changed: '2026-11-24', listsPosts: true },
  { path: '/services', changed: '2026-11-25' },
  ...services.map(({ id }) => ({ path: `/services/${id}`, changed: '2026-11-25' })),
  { path: '/our-work', changed: '2026-11-25' },
  ...projects.map(({ id }) => ({ path: `/our-work/${id}`, changed: caseStudies[id]?.changed ?? '' })),
  { path: '/about', changed: '2026-11-20' },
  { path: '/blog', changed: '2026-11-20', listsPosts: true },
  { path: '/pricing', changed: '2026-11-25' },
  { path: '/contact', changed: '2026-11-20' },
  { path: '/schedule', changed: '2026-11-23' },
  { path: '/privacy', changed: privacyChanges[0]?.date ?? '' },
  { path: '/terms', changed: termsEffective },
]
