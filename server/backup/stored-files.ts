import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { findFileType, isFileName } from '../providers/files/file-store.ts'

/** The stored files a backup takes along. */
export interface StoredFiles {
  /** Where they are when a backup does not take them along: the bucket that keeps them. */
  elsewhere: string | null
  all: () => AsyncIterable<{ name: string; bytes: Uint8Array }>
}

/** Files in the data directory go into the backup; a bucket has its own copies and versions. */
export function storedFiles({ s3, dataDirectory }: Pick<Config, 's3' | 'dataDirectory'>): StoredFiles {
  if (s3) return { elsewhere: `the bucket ${s3.bucket} at ${s3.endpoint}`, all: async function* () {} }
  return { elsewhere: null, all: () => filesBelow(join(dataDirectory, 'files')) }
}

async function* filesBelow(directory: string): AsyncGenerator<{ name: string; bytes: Uint8Array }> {
  for (const name of (await listNames(directory)).toSorted()) {
    yield { name, bytes: await readFile(join(directory, name)) }
  }
}

/** Those that are whole; what is still being written has the name of no kind. */
async function listNames(directory: string): Promise<string[]> {
  try {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
      .filter((name) => isFileName(name) && findFileType(name) !== null)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
