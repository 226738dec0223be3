import { createHash } from 'node:crypto'
import { listPictureFiles } from '../../web/picture-addresses.ts'
import { FileStoreError, type FileStore } from '../../platform/storage/file-store.ts'
import { BackupError, writeRecord, type FileSum } from './backup-records.ts'

/**
 * Yields the lines of these pictures' files and attachments, one of them in memory at a time. Returns number, checksum and missing
 * files. Throws BackupError if the storage does not answer.
 */
export async function* readFiles(
  files: FileStore,
  pictures: Iterable<string>,
  signal: AbortSignal,
): AsyncGenerator<string, FileSum> {
  const hash = createHash('sha256')
  const missing: string[] = []
  let count = 0
  for (const picture of pictures) {
    signal.throwIfAborted()
    const names = isAttachment(picture) ? [picture] : listPictureFiles(picture)
    const found = await explainStorageErrors(() => Promise.all(names.map((name) => files.find(name))))
    for (const [place, name] of names.entries()) {
      const bytes = found[place]
      if (!bytes) {
        missing.push(name)
        continue
      }
      const line = fileLine(name, bytes)
      hash.update(line)
      count += 1
      yield line
    }
  }
  return { count, sha256: hash.digest('hex'), missing }
}

/** Attachments of emails are stored under their hash. They have no type, so they are never served to the public. */
export function isAttachment(name: string): boolean {
  return /^attachments\/[0-9a-f]{64}$/.test(name)
}

export function fileLine(name: string, bytes: Uint8Array): string {
  return writeRecord({ file: name, base64: Buffer.from(bytes).toString('base64') })
}

/** Formats at most ten file names. */
export function formatNames(names: readonly string[]): string {
  const rest = names.length - 10
  return names.slice(0, 10).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

/** Translates a storage failure to the owner's terms. */
export async function explainStorageErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error
    throw new BackupError(`${error.message}. npm run doctor says what to do.`, { cause: error })
  }
}
