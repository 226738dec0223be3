import { z } from 'zod'
import {
  StockPhotoError,
  type ChosenPhoto,
  type StockPhoto,
  type StockPhotos,
  type PhotoFailure,
  type PhotoSearch,
} from './stock-photos.ts'

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

interface UnsplashOptions {
  accessKey: string
  /** Without a slash at its end. */
  baseUrl: string
  /** Named in the links back to the service. */
  appName: string
  now: () => Date
  timeoutMs: number
}

/** Calls the API with the access key and reads its answer. Throws StockPhotoError. */
function unsplashCaller({ accessKey, baseUrl, timeoutMs }: UnsplashOptions) {
  return async <Answer>(schema: z.ZodType<Answer>, path: string, caller: AbortSignal): Promise<Answer> => {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(baseUrl + path, {
        headers: { Authorization: `Client-ID ${accessKey}`, 'Accept-Version': 'v1' },
        signal: AbortSignal.any([caller, timeout]),
        redirect: 'error',
      })
      if (!response.ok) throw await failureOfAnswer(response)
      return schema.parse(await response.json())
    } catch (error) {
      if (error instanceof StockPhotoError) throw error
      throw new StockPhotoError(
        failureOfCall(error, { caller, timeout }),
        'The photo service gave no usable answer',
        {
          cause: error,
        },
      )
    }
  }
}

/** The limit of an hour is said with 403, not with 429. */
async function failureOfAnswer(response: Response): Promise<StockPhotoError> {
  const { status, headers } = response
  const said = (await response.text()).slice(0, 200)
  const usedUp = headers.get('x-ratelimit-remaining') === '0' || /rate limit/i.test(said)
  return new StockPhotoError(failureOfStatus(status, usedUp), `The photo service answered ${status}: ${said}`)
}

function failureOfStatus(status: number, usedUp: boolean): PhotoFailure {
  if (status === 429 || (status === 403 && usedUp)) return 'limit-reached'
  if (status === 404) return 'not-found'
  return status >= 500 ? 'unavailable' : 'misconfigured'
}

function failureOfCall(error: unknown, signals: { caller: AbortSignal; timeout: AbortSignal }): PhotoFailure {
  if (signals.caller.aborted) return 'cancelled'
  if (signals.timeout.aborted) return 'timed-out'
  // fetch says a connection failed with a TypeError; everything else is an answer of another shape.
  return error instanceof TypeError ? 'unreachable' : 'wrong-shape'
}

const FRESH_MS = 15 * 60_000
const MOST = 100

/** Remembers the last searches for a quarter of an hour: the service counts every request, and people search twice. */
function recentSearches(now: () => Date) {
  const kept = new Map<string, { photos: StockPhoto[]; until: number }>()

  return {
    find: async (search: PhotoSearch, ask: () => Promise<StockPhoto[]>): Promise<StockPhoto[]> => {
      const key = `${search.page} ${search.query.toLowerCase()}`
      const known = kept.get(key)
      if (known && known.until > now().getTime()) return known.photos
      const photos = await ask()
      kept.delete(key)
      kept.set(key, { photos, until: now().getTime() + FRESH_MS })
      const [oldest] = kept.keys()
      if (kept.size > MOST && oldest !== undefined) kept.delete(oldest)
      return photos
    },
  }
}
