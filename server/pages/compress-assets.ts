import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeThoroughly } from './encodings.ts'

const COMPRESSIBLE = /\.(css|html|ico|js|json|svg|txt|webmanifest|xml)$/

/** Writes a `.br` and a `.gz` beside every file that gains from it. Run once, at the end of a build. */
export async function compressAssets(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))))
}

async function compress(file: string): Promise<void> {
  const plain = await readFile(file)
  await writeFile(`${file}.br`, await encodeThoroughly(plain, 'br'))
  await writeFile(`${file}.gz`, await encodeThoroughly(plain, 'gzip'))
}
