import type { ServiceId } from '../../../site.config.ts'

/** Texts every service page has, besides its own sections. */
export interface ServiceWords {
  id: ServiceId
  /** The page's h1. */
  heading: string
  lede: string
  /** For search engines; the site's name is appended to the title. */
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
