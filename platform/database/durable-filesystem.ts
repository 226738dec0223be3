import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = NodeFS['init']

/** Emscripten's number for EIO, on which PostgreSQL stops and recovers from its log. */
const EIO = 29

/** PGlite's files in a directory, with an fsync that reaches the disk. */
export class DurableNodeFS extends NodeFS {
  override async init(...[database, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(database, options)
    const addSync = (module: unknown) => addFsync(module, (descriptor) => this.sync(descriptor))
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } }
  }

  protected sync(descriptor: number): void {
    fsyncSync(descriptor)
  }
}

interface NodeStream {
  nfd: number
}

interface FileSystemModule {
  FS: {
    filesystems: { NODEFS: { stream_ops: { fsync?: (stream: NodeStream) => number } } }
    ErrnoError: new (errno: number) => Error
  }
}

/** The build has the hook but no implementation: without one every fsync succeeds and does nothing. */
function addFsync(module: unknown, sync: (descriptor: number) => void): void {
  // Emscripten does not declare this part of its module.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { FS } = module as FileSystemModule
  FS.filesystems.NODEFS.stream_ops.fsync = (stream) => {
    try {
      sync(stream.nfd)
      return 0
    } catch {
      throw new FS.ErrnoError(EIO)
    }
  }
}

/** Flushes a directory tree to the disk. */
export function syncTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else syncPath(path)
  }
  syncPath(directory)
}

export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
