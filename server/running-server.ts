import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readErrorCode } from '../platform/errors.ts'

/** Gives local commands the address of the server that has the data directory open. */
const FILE = 'server-address'

export async function announceAddress(dataDirectory: string, address: string): Promise<void> {
  await writeFile(join(dataDirectory, FILE), address, { mode: 0o600 })
}

/** Removes the address, unless another instance in the directory has published its own since. */
export async function withdrawAddress(dataDirectory: string, address: string): Promise<void> {
  if ((await findRunningServer(dataDirectory)) === address)
    await rm(join(dataDirectory, FILE), { force: true })
}

/** The address of the running server, or null. A killed server leaves its address behind: check it before use. */
export async function findRunningServer(dataDirectory: string): Promise<string | null> {
  try {
    return await readFile(join(dataDirectory, FILE), 'utf8')
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return null
    throw error
  }
}
