import { z } from 'zod'
import {
  StockPhotoError,
  type ChosenPhoto,
  type StockPhoto,
  type StockPhotos,
  type PhotoFailure,
  type PhotoSearch,
} from './stock-photos.ts'

/** The service's maximum. */
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
const FRESH_MS = 15 * 60_000
const MAX_SEARCHES = 100

/**
 * Unsplash through its API (https://unsplash.com/documentation). Its terms require hotlinking its URLs, crediting
 * photographer and service with links, and requesting the download URL of a chosen photo.
 */
export function createUnsplashPhotos(options: UnsplashOptions): StockPhotos {
  const call = createApiCaller(options)
  const recent = createSearchCache(options.now)

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
      user: { name: result.user.name, link: addCredit(result.user.links.html, options.appName) },
      link: addCredit(result.links.html, options.appName),
    }))
  }

  async function select(id: string, signal: AbortSignal): Promise<ChosenPhoto> {
    if (!/^[\w-]{1,64}$/.test(id)) throw new StockPhotoError('not-found', 'No photo has such an id')
    const chosen = await call(photo, `/photos/${id}`, signal)
    // Uses only path and query of the URL: our key must not go to another host.
    const { pathname, search: query } = new URL(chosen.links.download_location)
    await call(download, pathname + query, signal)
    const { name, links } = chosen.user
    return { url: chosen.urls.regular, credit: { name, link: addCredit(links.html, options.appName) } }
  }

  return {
    simulated: false,
    search: (wanted, signal) => recent.find(wanted, () => search(wanted, signal)),
    select,
  }
}

/** The link with the tracking parameters the service requires. */
function addCredit(address: string, appName: string): string {
  const url = new URL(address)
  url.searchParams.set('utm_source', appName)
  url.searchParams.set('utm_medium', 'referral')
  return url.href
}

interface UnsplashOptions {
  accessKey: string
  /** Without a trailing slash. */
  baseUrl: string
  /** Named in the links back to the service. */
  appName: string
  now: () => Date
  timeoutMs: number
}

/** Calls the API with the access key and parses the response. Throws StockPhotoError. */
function createApiCaller({ accessKey, baseUrl, timeoutMs }: UnsplashOptions) {
  return async <Answer>(schema: z.ZodType<Answer>, path: string, caller: AbortSignal): Promise<Answer> => {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(baseUrl + path, {
        headers: { Authorization: `Client-ID ${accessKey}`, 'Accept-Version': 'v1' },
        signal: AbortSignal.any([caller, timeout]),
        redirect: 'error',
      })
      if (!response.ok) throw await readFailure(response)
      return schema.parse(await response.json())
    } catch (error) {
      if (error instanceof StockPhotoError) throw error
      throw new StockPhotoError(
        classifyCallError(error, { caller, timeout }),
        'The photo service gave no usable answer',
        {
          cause: error,
        },
      )
    }
  }
}

/** The service reports its hourly limit with 403 instead of 429. */
async function readFailure(response: Response): Promise<StockPhotoError> {
  const { status, headers } = response
  const said = (await response.text()).slice(0, 200)
  const usedUp = headers.get('x-ratelimit-remaining') === '0' || /rate limit/i.test(said)
  return new StockPhotoError(classifyStatus(status, usedUp), `The photo service answered ${status}: ${said}`)
}

function classifyStatus(status: number, usedUp: boolean): PhotoFailure {
  if (status === 429 || (status === 403 && usedUp)) return 'limit-reached'
  if (status === 404) return 'not-found'
  return status >= 500 ? 'unavailable' : 'misconfigured'
}

function classifyCallError(
  error: unknown,
  signals: { caller: AbortSignal; timeout: AbortSignal },
): PhotoFailure {
  if (signals.caller.aborted) return 'cancelled'
  if (signals.timeout.aborted) return 'timed-out'
  // fetch reports a failed connection with a TypeError; any other error is an unexpected response.
  return error instanceof TypeError ? 'unreachable' : 'wrong-shape'
}

/** Caches recent searches for 15 minutes: the service counts every request, and people repeat searches. */
function createSearchCache(now: () => Date) {
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
      if (kept.size > MAX_SEARCHES && oldest !== undefined) kept.delete(oldest)
      return photos
    },
  }
}
