import { AiError, type AiArtist, type AiWriter, type Draft } from '../../server/providers/ai/ai-provider.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { PictureError } from '../blog/picture-error.server.ts'
import { storePicture, type KeptPicture } from '../blog/blog.server.ts'
import { recordGeneration, type AiWork } from './ai-generation.server.ts'

/** An article from the model, whole or not at all. Throws DailyLimitError or AiError. */
export function generateArticle(work: AiWork, writer: AiWriter, prompt: string): Promise<Draft> {
  const { model, simulated } = writer
  return recordGeneration(work, { kind: 'article', prompt, model, simulated }, () =>
    writer.write(prompt, work.signal),
  )
}

/** A picture from the model, kept on our own server. Throws DailyLimitError, AiError or FileStoreError. */
export function generatePicture(
  work: AiWork,
  { artist, files }: { artist: AiArtist; files: FileStore },
  prompt: string,
): Promise<KeptPicture> {
  const { model, simulated } = artist
  return recordGeneration(work, { kind: 'picture', prompt, model, simulated }, async () =>
    storePicture(await artist.draw(prompt, work.signal), files).catch(blameModel),
  )
}

/** Nobody chose a wrong file here: the model gave something that is no picture. */
function blameModel(error: unknown): never {
  if (!(error instanceof PictureError)) throw error
  throw new AiError('wrong-shape', error.message, { cause: error })
}
