import { reviews, site } from '../../../site.config.ts'
import { readClaimValues } from '../../../web/site/claims.ts'
import { businessId, type StructuredData } from '../../../web/site/json-ld.tsx'

interface LinkedPost {
  title: string
  slug: string
}

/** Structured data of the home page: business, site and latest posts. The rating matches the page, and is left out once it has expired. */
export function businessData(
  siteUrl: string,
  { posts, now }: { posts: readonly LinkedPost[]; now: Date },
): StructuredData {
  const latest = posts.length > 0 ? [latestPosts(siteUrl, posts)] : []
  return { '@graph': [business(siteUrl, now), webSite(siteUrl), ...latest] }
}

function business(siteUrl: string, now: Date): StructuredData {
  const { place, hours } = site
  const rating = readClaimValues(now).rating
  return {
    '@type': 'ProfessionalService',
    '@id': businessId(siteUrl),
    name: site.name,
    description: site.description,
    slogan: site.tagline,
    url: `${siteUrl}/`,
    image: `${siteUrl}/og/home.png`,
    logo: `${siteUrl}/icon-512.png`,
    telephone: site.phone.e164,
    email: site.email.address,
    address: {
      '@type': 'PostalAddress',
      addressLocality: place.city,
      addressRegion: place.state,
      addressCountry: place.country,
    },
    geo: { '@type': 'GeoCoordinates', latitude: place.latitude, longitude: place.longitude },
    areaServed: site.cities.map((name) => ({ '@type': 'City', name: `${name}, ${place.state}` })),
    openingHoursSpecification: {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: hours.days,
      opens: hours.opens,
      closes: hours.closes,
    },
    ...(rating === undefined
      ? {}
      : {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: rating.value,
            reviewCount: reviews,
            bestRating: '5',
          },
        }),
  }
}

function webSite(siteUrl: string): StructuredData {
  return {
    '@type': 'WebSite',
    '@id': `${siteUrl}/#website`,
    url: `${siteUrl}/`,
    name: site.name,
    description: site.description,
    inLanguage: 'en-US',
    publisher: { '@id': businessId(siteUrl) },
  }
}

function latestPosts(siteUrl: string, posts: readonly LinkedPost[]): StructuredData {
  return {
    '@type': 'ItemList',
    '@id': `${siteUrl}/#latest-posts`,
    name: 'Latest articles',
    numberOfItems: posts.length,
    itemListElement: posts.map(({ title, slug }, position) => ({
      '@type': 'ListItem',
      position: position + 1,
      name: title,
      url: `${siteUrl}/blog/${slug}`,
    })),
  }
}
