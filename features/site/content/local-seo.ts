import { site } from '../../../site.config.ts'
import type { OfferingWords, ServiceWords } from './service-words.ts'

/** The cities, and the county around them. */
const region = [...site.cities, ...(site.county === null ? [] : [site.county])]

export const localSeo: ServiceWords = {
  id: 'local-seo',
  heading: 'Local SEO',
  lede: 'Be the name people nearby see first, with the right hours, the right number and a reason to call.',
  title: 'Local SEO',
  description: `Business profile optimization and local search ranking for ${region.join(', ')} and nationwide.`,
  keywords: `local SEO, business profile optimization, local search ranking, directory listings, ${site.cities.join(', ')}`,
  closing: {
    title: 'Search for yourself. Then call us.',
    text: 'Tell us what you typed and what came up. The first look is free.',
  },
}

export const searchServices: readonly (OfferingWords & { drawing: 'light' | 'range' })[] = [
  {
    drawing: 'light',
    name: 'Business profile optimization',
    text: 'Your profile is the light people steer by before they ever see your site. We set its hours, photos, categories and answers, and keep them current.',
    points: [
      'Categories, services and hours set right',
      'Photos, posts and questions kept fresh',
      'A reply to every review',
      'Directory listings that all agree',
    ],
  },
  {
    drawing: 'range',
    name: 'Local search ranking',
    text: 'Your site and your listings have to agree before a search engine sends anybody to you.',
    points: [
      'Pages for each city and service',
      'Structure that search engines can read',
      'Citations kept in step',
      'Map position measured town by town',
    ],
  },
]

export const areasWords = {
  title: 'We know which side of the bridge you are on.',
  lede: 'People here search by beach, bridge and county. So do we.',
}

/** What the page says of a place. */
export const notes: Readonly<Record<string, string>> = {
  Wilmington: 'Home. We meet in person here.',
  'Wrightsville Beach': 'Shops, rentals and charters',
  'Carolina Beach': 'Seasonal and year-round trades',
  Leland: 'New neighborhoods across the river',
  Hampstead: 'Builders, clinics and services on US 17',
  Southport: 'The waterfront and the ferry',
  'Brunswick County': 'Beach towns and inland towns',
}

/** In the order of the numbers on the chart; the last one is not on it. */
export const areas: readonly { name: string; note: string | undefined }[] = [
  ...region.map((name) => ({ name, note: notes[name] })),
  { name: 'Nationwide', note: 'By region and category, wherever you ship or serve' },
]
