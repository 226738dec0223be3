import { join } from 'node:path'
import type { Config } from '../config.ts'
import { createDiskFiles } from './disk-files.ts'
import { type FileStore, FileStoreError } from '../../platform/storage/file-store.ts'
import { createS3Files } from './s3-files.ts'
import { randomBytes, randomUUID } from 'node:crypto'

/** The storage of the configuration; without one, files in `DATA_DIR/files`. */
export function chooseFiles(config: Pick<Config, 's3' | 'dataDirectory'>): FileStore {
  return config.s3 ? createS3Files(config.s3) : createDiskFiles(join(config.dataDirectory, 'files'))
}

/** What a storage does not do for us, and what it said. */
export interface Refusal {
  what: 'write' | 'read' | 'remove' | 'miss'
  reason: string
}

/**
 * Tries everything we do with a storage on a file of its own, which is gone afterwards, unless removing is what is refused.
 * Returns the first thing that does not work; null when all does.
 */
export async function findRefusal(files: FileStore): Promise<Refusal | null> {
  const name = `pictures/probe-${randomUUID()}.webp`
  const bytes = randomBytes(64)
  const cannotWrite = await reasonOf(() => files.put(name, bytes, 'image/webp'))
  if (cannotWrite !== null) return { what: 'write', reason: cannotWrite }
  const cannotRead = await reasonOf(async () => {
    const found = await files.find(name)
    if (found === null || !bytes.equals(found)) throw new FileStoreError('It gave back something else')
  })
  const cannotRemove = await reasonOf(() => files.remove(name))
  if (cannotRead !== null) return { what: 'read', reason: cannotRead }
  if (cannotRemove !== null) return { what: 'remove', reason: cannotRemove }
  // A key that may not list gets "forbidden" for what is not there.
  const cannotMiss = await reasonOf(async () => {
    if ((await files.find(name)) !== null) throw new FileStoreError('What was removed is still there')
  })
  return cannotMiss === null ? null : { what: 'miss', reason: cannotMiss }
}

async function reasonOf(work: () => Promise<void>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error
    return error.message
  }
}
