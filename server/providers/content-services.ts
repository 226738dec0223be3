import type { Config } from '../config.ts'
import type { Ai } from './ai/ai-provider.ts'
import { chooseAi } from './ai/choose-ai.ts'
import { chooseFiles } from '../files/choose-files.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { choosePhotos } from './choose-photos.ts'
import type { StockPhotos } from './stock-photos/stock-photos.ts'

/** What writes, draws, finds and keeps the content of the blog. */
export interface ContentServices {
  ai: Ai
  photos: StockPhotos
  files: FileStore
}

/** The services of the configuration; without their keys, simulations. */
export function contentServices(
  config: Pick<Config, 'ai' | 'photos' | 's3' | 'siteUrl' | 'dataDirectory'>,
): ContentServices {
  return { ai: chooseAi(config.ai), photos: choosePhotos(config), files: chooseFiles(config) }
}
