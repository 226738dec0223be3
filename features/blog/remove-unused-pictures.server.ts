import type { Dependencies } from '../../server/dependencies.ts'
import { removeUnusedPictures as remove } from './unused-pictures.server.ts'

/** Pictures somebody uploaded or had drawn, and nobody uses any more, do not fill the store. */
export async function removeUnusedPictures({
  database,
  clock,
  files,
  log,
}: Pick<Dependencies, 'database' | 'clock' | 'files' | 'log'>): Promise<void> {
  const pictures = await remove(database, files, clock())
  if (pictures > 0) log.info({ pictures }, 'unused pictures removed')
}
