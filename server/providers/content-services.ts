import type { Config } from '../config.ts'
import type { Ai } from './ai/ai-provider.ts'
import { chooseAi } from './ai/choose-ai.ts'
import { chooseFiles } from '../files/choose-files.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import type { StockPhotos } from './stock-photos/stock-photos.ts'
import { site } from '../../site.config.ts'
import { createSimulatedPhotos } from './stock-photos/simulated-photos.ts'
import { createUnsplashPhotos } from './stock-photos/unsplash-photos.ts'

const TIMEOUT_MS = 15_000

/** AI, stock photo and storage services of the blog. */
export interface ContentServices {
  ai: Ai
  photos: StockPhotos
  files: FileStore
}

/** The configured services; simulations for those without keys. */
export async function createContentServices(
  config: Pick<Config, 'ai' | 'photos' | 's3' | 'siteUrl' | 'dataDirectory'>,
): Promise<ContentServices> {
  return { ai: await chooseAi(config.ai), photos: choosePhotos(config), files: chooseFiles(config) }
}

/** The configured photo service; without a key, our own drawings. */
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
