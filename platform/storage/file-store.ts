/** Keeps files under names of our own making. Both implementations pass `server/files/file-stores.test.ts`. */
export interface FileStore {
  /** Resolves once the file is safe. A name that is there already is replaced. Throws FileStoreError. */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>
  /** The bytes, or null where there is no file of this name. Throws FileStoreError. */
  find(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Every file in a folder, with when it was last put, in no order. Throws FileStoreError. */
  list(folder: string): Promise<StoredFile[]>
  /** Resolves once there is no file of this name. Throws FileStoreError. */
  remove(name: string): Promise<void>
}

export interface StoredFile {
  name: string
  putAt: Date
}

/** The store cannot be reached, refuses, or is full; worth another try. */
export class FileStoreError extends Error {
  override readonly name = 'FileStoreError'
}

const NAME = /^[a-z0-9]+(?:[-_.][a-z0-9]+)*(?:\/[a-z0-9]+(?:[-_.][a-z0-9]+)*)+$/

/** Whether a name may be a file's: lower case words in at least one folder, so that no name leads elsewhere. */
export function isFileName(name: string): boolean {
  return name.length <= 200 && NAME.test(name)
}

/** Throws TypeError for a name that may not be a file's. */
export function requireFileName(name: string): string {
  if (!isFileName(name)) throw new TypeError(`${JSON.stringify(name)} cannot be the name of a file.`)
  return name
}

/** What is stored, by the end of its name; null for everything else, which is neither kept nor served. */
export function findFileType(name: string): string | null {
  const types: Record<string, string> = { webp: 'image/webp', jpg: 'image/jpeg' }
  return types[name.split('.').at(-1) ?? ''] ?? null
}
