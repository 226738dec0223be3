import type { PhotoSearch, StockPhoto } from './stock-photos.ts'

const FRESH_MS = 15 * 60_000
const MOST = 100

/** Remembers the last searches for a quarter of an hour: the service counts every request, and people search twice. */
export function recentSearches(now: () => Date) {
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
