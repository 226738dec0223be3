import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readErrorCode } from '../../platform/errors.ts'
import {
  FileStoreError,
  isFileName,
  requireFileName,
  type FileStore,
} from '../../platform/storage/file-store.ts'

/** Files in a directory, created if missing. A file only gets its name once it is complete and on disk. */
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
    list: async (folder) => {
      try {
        const names = (await readdir(join(directory, folder))).map((name) => `${folder}/${name}`)
        const files = names.filter(isFileName).map(async (name) => {
          const { mtime: putAt } = await stat(join(directory, name))
          return { name, putAt }
        })
        return await Promise.all(files)
      } catch (error) {
        if (isMissing(error)) return []
        throw new FileStoreError(`${folder} could not be listed`, { cause: error })
      }
    },
    remove: async (name) => {
      try {
        await rm(join(directory, requireFileName(name)), { force: true })
      } catch (error) {
        if (error instanceof TypeError) throw error
        throw new FileStoreError(`${name} could not be removed`, { cause: error })
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
  return ['ENOENT', 'EISDIR'].includes(readErrorCode(error) ?? '')
}
