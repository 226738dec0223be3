import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readErrorCode } from '../errors.ts'

/** Two changes within one tick of the file system's clock have the same timestamp. */
const TICK_MS = 1_000

/** A file's state just before it was copied. `seen` is when it was checked. */
interface Copied {
  size: number
  changed: number
  seen: number
}

/**
 * Copies a directory while its owner keeps writing: first everything, then the changes since, while `quietly` blocks
 * writes. Returns the length of that pause in milliseconds.
 */
export async function hotCopy(
  from: string,
  to: string,
  quietly: (work: () => Promise<void>) => Promise<void>,
): Promise<number> {
  const copied = new Map<string, Copied>()
  await mkdir(to, { recursive: true, mode: 0o700 })
  await copyChanged({ from, to, copied })
  // The first pass takes long, so much has changed by now; this pass leaves little for the pause.
  await copyChanged({ from, to, copied })
  let pauseMs = 0
  await quietly(async () => {
    const start = performance.now()
    await copyChanged({ from, to, copied })
    pauseMs = Math.ceil(performance.now() - start)
  })
  return pauseMs
}

async function copyChanged(parts: { from: string; to: string; copied: Map<string, Copied> }): Promise<void> {
  const { from, to, copied } = parts
  const { files, directories } = await listTree(from)
  for (const directory of directories) await mkdir(join(to, directory), { recursive: true, mode: 0o700 })
  await inParallel(files, (file) => copyIfChanged(file, parts))
  const there = new Set(files)
  for (const file of copied.keys()) {
    if (there.has(file)) continue
    copied.delete(file)
    await rm(join(to, file), { force: true })
  }
}

async function copyIfChanged(
  file: string,
  { from, to, copied }: { from: string; to: string; copied: Map<string, Copied> },
): Promise<void> {
  const seen = Date.now()
  try {
    const { size, mtimeMs: changed } = await stat(join(from, file))
    const before = copied.get(file)
    if (before?.size === size && before.changed === changed && changed < before.seen - TICK_MS) return
    await copyFile(join(from, file), join(to, file))
    copied.set(file, { size, changed, seen })
  } catch (error) {
    // Deleted since the directory was read; the pass under `quietly` decides.
    if (readErrorCode(error) !== 'ENOENT') throw error
  }
}

async function listTree(root: string): Promise<{ files: string[]; directories: string[] }> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const relativePath = (entry: { parentPath: string; name: string }) =>
    join(entry.parentPath, entry.name).slice(root.length + 1)
  return {
    files: entries.filter((entry) => entry.isFile()).map(relativePath),
    directories: entries.filter((entry) => entry.isDirectory()).map(relativePath),
  }
}

async function inParallel(files: readonly string[], work: (file: string) => Promise<void>): Promise<void> {
  const waiting = [...files]
  const worker = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) await work(file)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}
