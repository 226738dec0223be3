import { site } from '../../site.config.ts'
import type { Config } from '../config.ts'
import { createSimulatedPhotos } from './stock-photos/simulated-photos.ts'
import type { StockPhotos } from './stock-photos/stock-photos.ts'
import { createUnsplashPhotos } from './stock-photos/unsplash-photos.ts'

const TIMEOUT_MS = 15_000

/** The photo service of the configuration; without a key, drawings of our own. */
export function choosePhotos(
  { photos, siteUrl }: Pick<Config, 'photos' | 'siteUrl'>,
  now: () => Date = () => new Date(),
): StockPhotos {
  if (photos.provider === 'simulated')
    return createSimulatedPhotos({ siteUrl, artist: `${site.name} (simulated)` })
  const { accessKey, baseUrl } = photos
  const appName = site.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
  return createUnsplashPhotos({ accessKey, baseUrl, appName, now, timeoutMs: TIMEOUT_MS })
}
