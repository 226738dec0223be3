import { join } from 'node:path'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Config } from '../config.ts'
import { createDiskFiles } from './disk-files.ts'
import { type FileStore, FileStoreError } from '../../platform/storage/file-store.ts'
import { createS3Files } from './s3-files.ts'

/** The configured storage; without one, files in `DATA_DIR/files`. */
export function chooseFiles(config: Pick<Config, 's3' | 'dataDirectory'>): FileStore {
  return config.s3 ? createS3Files(config.s3) : createDiskFiles(join(config.dataDirectory, 'files'))
}

/** The operation a storage rejected, and its error. */
export interface ProbeFailure {
  what: 'write' | 'read' | 'remove' | 'miss'
  reason: string
}

/**
 * Tries all operations we need on a temporary file, which only stays if deletion fails. Returns the first failure;
 * null if all work.
 */
export async function probeFileStore(files: FileStore): Promise<ProbeFailure | null> {
  const name = `pictures/probe-${randomUUID()}.webp`
  const bytes = randomBytes(64)
  const cannotWrite = await findFailure(() => files.put(name, bytes, 'image/webp'))
  if (cannotWrite !== null) return { what: 'write', reason: cannotWrite }
  const cannotRead = await findFailure(async () => {
    const found = await files.find(name)
    if (found === null || !bytes.equals(found)) throw new FileStoreError('It gave back something else')
  })
  const cannotRemove = await findFailure(() => files.remove(name))
  if (cannotRead !== null) return { what: 'read', reason: cannotRead }
  if (cannotRemove !== null) return { what: 'remove', reason: cannotRemove }
  // Without the list permission, S3 answers "forbidden" for missing objects.
  const cannotMiss = await findFailure(async () => {
    if ((await files.find(name)) !== null) throw new FileStoreError('What was removed is still there')
  })
  return cannotMiss === null ? null : { what: 'miss', reason: cannotMiss }
}

async function findFailure(work: () => Promise<void>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error
    return error.message
  }
}
