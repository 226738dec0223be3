import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FileStoreError, requireFileName, type FileStore } from './file-store.ts'

/** Files in a directory, made when missing. A file appears under its name only once it is whole and on the disk. */
export function createDiskFiles(directory: string): FileStore {
  return {
    put: async (name, bytes) => {
      const file = join(directory, requireFileName(name))
      const unfinished = `${file}.${randomUUID()}.part`
      try {
        await mkdir(dirname(file), { recursive: true })
        await writeDurably(unfinished, bytes)
        await rename(unfinished, file)
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => undefined)
        throw new FileStoreError(`${name} could not be written`, { cause: error })
      }
    },
    find: async (name) => {
      const file = join(directory, requireFileName(name))
      try {
        return new Uint8Array(await readFile(file))
      } catch (error) {
        if (isMissing(error)) return null
        throw new FileStoreError(`${name} could not be read`, { cause: error })
      }
    },
  }
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOENT', 'EISDIR'].includes(String(error.code))
}
