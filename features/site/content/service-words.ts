import type { ServiceId } from '../../../site.config.ts'

/** What every service page says of itself, around the sections of its own. */
export interface ServiceWords {
  id: ServiceId
  /** The page's heading. */
  heading: string
  lede: string
  /** For search engines; the title is without the site's name. */
  title: string
  description: string
  keywords: string
  closing: { title: string; text: string }
}

export interface OfferingWords {
  name: string
  text: string
  points: readonly string[]
}
