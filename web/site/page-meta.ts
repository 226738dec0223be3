import type { MetaDescriptor } from 'react-router'
import { site } from '../../site.config.ts'

interface PageMeta {
  /** Without the site's name, which is appended; the home page passes `fullTitle` instead. */
  title?: string
  fullTitle?: string
  description: string
  /** Path of the page: `/services`. */
  path: string
  /** The place is appended. */
  keywords?: string
  /** Address of the social image; defaults to the one of this path. */
  image?: string
  type?: 'website' | 'article'
}

/** Matches of a `meta` function, reduced to the fields used here. */
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** Title, description, canonical address and social tags of a page. Call from a route's `meta`. */
export function pageMeta(page: PageMeta, matches: Matches): MetaDescriptor[] {
  const title = page.fullTitle ?? `${page.title} | ${site.name}`
  const url = new URL(page.path, siteUrl(matches)).href
  const image = new URL(page.image ?? socialImage(page.path), url).href
  return [
    { title },
    { name: 'description', content: page.description },
    ...(page.keywords
      ? [{ name: 'keywords', content: `${page.keywords}, ${site.place.city} ${site.place.state}` }]
      : []),
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:site_name', content: site.name },
    { property: 'og:locale', content: 'en_US' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: title },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: page.description },
    { name: 'twitter:image', content: image },
  ]
}

/** Meta tags of pages that search engines must not index. */
export function unlistedMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} | ${site.name}` }, { name: 'robots', content: 'noindex' }]
}

/** The public origin of the site, from the root route's data. */
export function siteUrl(matches: Matches): string {
  const data = matches.find((match) => match?.id === 'root')?.loaderData
  return isRootData(data) ? data.settings.siteUrl : `https://${site.email.address.split('@')[1]}`
}

function isRootData(data: unknown): data is { settings: { siteUrl: string } } {
  return typeof data === 'object' && data !== null && 'settings' in data
}

function socialImage(path: string): string {
  return `/og${path === '/' ? '/home' : path}.png`
}
