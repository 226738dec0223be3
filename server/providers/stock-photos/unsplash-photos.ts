import { z } from 'zod'
import { unsplashCaller, type UnsplashOptions } from './call-unsplash.ts'
import { recentSearches } from './recent-searches.ts'
import { StockPhotoError, type ChosenPhoto, type StockPhoto, type StockPhotos } from './stock-photos.ts'

/** The most the service gives at once. */
const PER_PAGE = '30'

const webAddress = z.url({ protocol: /^https?$/ })
const photo = z.object({
  id: z.string(),
  description: z.string().nullish(),
  alt_description: z.string().nullish(),
  urls: z.object({ small: webAddress, regular: webAddress }),
  links: z.object({ html: webAddress, download_location: webAddress }),
  user: z.object({ name: z.string(), links: z.object({ html: webAddress }) }),
})
const found = z.object({ results: z.array(photo) })
const download = z.object({ url: z.string() })

/**
 * Unsplash by its API (https://unsplash.com/documentation). Photos stay on its servers under the addresses it gives, the
 * photographer and the service are credited with links, and choosing one calls its download address: so its terms ask.
 */
export function createUnsplashPhotos(options: UnsplashOptions): StockPhotos {
  const call = unsplashCaller(options)
  const recent = recentSearches(options.now)

  async function search(
    { query, page }: { query: string; page: number },
    signal: AbortSignal,
  ): Promise<StockPhoto[]> {
    const params = {
      query,
      page: String(page),
      per_page: PER_PAGE,
      orientation: 'landscape',
      content_filter: 'high',
    }
    const { results } = await call(found, `/search/photos?${new URLSearchParams(params)}`, signal)
    return results.map((result) => ({
      id: result.id,
      urls: result.urls,
      description: result.alt_description || result.description || 'Photo',
      user: { name: result.user.name, link: credited(result.user.links.html, options.appName) },
      link: credited(result.links.html, options.appName),
    }))
  }

  async function select(id: string, signal: AbortSignal): Promise<ChosenPhoto> {
    if (!/^[\w-]{1,64}$/.test(id)) throw new StockPhotoError('not-found', 'No photo has such an id')
    const chosen = await call(photo, `/photos/${id}`, signal)
    // Only the path and the query of what it says: our key goes to no other host.
    const { pathname, search: query } = new URL(chosen.links.download_location)
    await call(download, pathname + query, signal)
    const { name, links } = chosen.user
    return { url: chosen.urls.regular, credit: { name, link: credited(links.html, options.appName) } }
  }

  return {
    simulated: false,
    search: (wanted, signal) => recent.find(wanted, () => search(wanted, signal)),
    select,
  }
}

/** The link with the marks by which the service sees where its visitors come from. */
function credited(address: string, appName: string): string {
  const url = new URL(address)
  url.searchParams.set('utm_source', appName)
  url.searchParams.set('utm_medium', 'referral')
  return url.href
}
