import { createHash } from 'node:crypto'
import { findFileType, isFileName, type FileStore } from '../../platform/storage/file-store.ts'
import { BackupError, isRow, parseRecord, type BackupEnd, type BackupKeys } from './backup-records.ts'
import type { OpenBackup } from './sealed-file.ts'
import { fileLine, explainStorageErrors, isAttachment } from './stored-files.ts'

/** Restores a backup's files into a storage. */
export class FileLoader {
  readonly #files: FileStore
  readonly #added: string[] = []

  constructor(files: FileStore) {
    this.#files = files
  }

  /**
   * Stores every missing file, reads all of them back, and compares number and checksum. Returns the backup's
   * remaining records. Throws BackupError.
   */
  async load(backup: OpenBackup): Promise<{ keys: BackupKeys | null; end: BackupEnd }> {
    const hash = createHash('sha256')
    let count = 0
    let keys: BackupKeys | null = null
    for await (const line of backup.lines()) {
      if (isRow(line)) continue
      const record = parseRecord(line)
      if ('keys' in record) keys = record.keys
      if ('file' in record) {
        hash.update(fileLine(record.file, await explainStorageErrors(() => this.#put(record))))
        count += 1
      }
      if ('end' in record) {
        compare(record.end, { count, sha256: hash.digest('hex') })
        return { keys, end: record.end }
      }
    }
    throw new BackupError('The backup has no end.')
  }

  /** Removes the files it stored. Best effort: the cleanup of unused pictures removes any that remain. */
  async undo(): Promise<void> {
    await Promise.allSettled(this.#added.map((name) => this.#files.remove(name)))
  }

  /** Returns the bytes now in the storage. */
  async #put({ file, base64 }: { file: string; base64: string }): Promise<Uint8Array> {
    const type = isAttachment(file) ? 'application/octet-stream' : findFileType(file)
    if (type === null || !isFileName(file)) {
      throw new BackupError(
        `The backup has a file ${JSON.stringify(file)}, which no backup of this product has.`,
      )
    }
    const bytes = Buffer.from(base64, 'base64')
    const before = await this.#files.find(file)
    if (before !== null && bytes.equals(before)) return before
    if (before === null) this.#added.push(file)
    await this.#files.put(file, bytes, type)
    return (await this.#files.find(file)) ?? new Uint8Array()
  }
}

function compare({ files }: BackupEnd, loaded: { count: number; sha256: string }): void {
  const same = loaded.count === files.count && (files.sha256 === null || loaded.sha256 === files.sha256)
  if (same) return
  throw new BackupError(
    `The stored files are not as they were when the backup was made: ${loaded.count} instead of ${files.count}, or files that differ. Nothing was changed.`,
  )
}
