/** Stores files under generated names. Both implementations pass `server/files/file-stores.test.ts`. */
export interface FileStore {
  /** Resolves once the file is durable. Replaces an existing file. Throws FileStoreError. */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>
  /** The bytes, or null if the file does not exist. Throws FileStoreError. */
  find(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Lists a folder's files with their modification times, in no order. Throws FileStoreError. */
  list(folder: string): Promise<StoredFile[]>
  /** Resolves once the file does not exist. Throws FileStoreError. */
  remove(name: string): Promise<void>
}

export interface StoredFile {
  name: string
  putAt: Date
}

/** The store is unreachable, full, or rejects the request; a retry may succeed. */
export class FileStoreError extends Error {
  override readonly name = 'FileStoreError'
}

const NAME = /^[a-z0-9]+(?:[-_.][a-z0-9]+)*(?:\/[a-z0-9]+(?:[-_.][a-z0-9]+)*)+$/

/** Whether a name is valid: lower-case words in at least one folder, so that no name escapes the store. */
export function isFileName(name: string): boolean {
  return name.length <= 200 && NAME.test(name)
}

/** Throws TypeError for an invalid name. */
export function requireFileName(name: string): string {
  if (!isFileName(name)) throw new TypeError(`${JSON.stringify(name)} cannot be the name of a file.`)
  return name
}

/** The media type by file extension; null for types that are neither stored nor served. */
export function findFileType(name: string): string | null {
  const types: Record<string, string> = { webp: 'image/webp', jpg: 'image/jpeg' }
  return types[name.split('.').at(-1) ?? ''] ?? null
}
