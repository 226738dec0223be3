import { site } from '../../../site.config.ts'
import type { OfferingWords, ServiceWords } from './service-words.ts'

export const localSeo: ServiceWords = {
  id: 'local-seo',
  heading: 'Local SEO',
  lede: 'Be the name people nearby see first, with the right hours, the right number and a reason to call.',
  title: 'Local SEO',
  description:
    'Business profile optimization and local search ranking for Wilmington, Wrightsville Beach, Carolina Beach, Leland, Hampstead, Southport, Brunswick County and nationwide.',
  keywords:
    'local SEO, business profile optimization, local search ranking, directory listings, Wilmington NC SEO, Leland, Hampstead, Southport, Wrightsville Beach, Carolina Beach',
  closing: {
    title: 'Search for yourself. Then call us.',
    text: 'Tell us what you typed and what came up. The first look is free.',
  },
}

export const searchServices: readonly (OfferingWords & { drawing: 'light' | 'range' })[] = [
  {
    drawing: 'light',
    name: 'Business profile optimization',
    text: 'Your profile is the light people steer by before they ever see your site. We set its hours, photos, categories and answers, and keep it burning.',
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
    text: 'Two marks in line lead a boat home. Your site and your listings have to point the same way before a search engine sends anybody in.',
    points: [
      'Pages for each city and service',
      'Structure that search engines can read',
      'Citations kept in step',
      'Map position measured town by town',
    ],
  },
]

/** In the order of the numbers on the chart; the last one leads off its edge. */
export const areas: readonly { name: string; note: string }[] = [
  ...[
    'Home port',
    'Island shops, rentals and charters',
    'Season trade and year-round trades',
    'New neighborhoods across the river',
    'Builders, clinics and services up the highway',
    'The waterfront and the river mouth',
  ].map((note, index) => ({ name: site.cities[index] ?? '', note })),
  { name: 'Brunswick County', note: 'The beaches and inland towns to the west' },
  { name: 'Nationwide', note: 'By category and region, wherever you ship or serve' },
]
