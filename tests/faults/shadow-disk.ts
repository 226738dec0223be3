import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  writeSync,
  type BigIntStats,
} from 'node:fs'
import { join } from 'node:path'
import { DurableNodeFS } from '../../platform/database/durable-filesystem.ts'

/** Atomic write unit of the disk. A PostgreSQL page is two of them, so pages can be torn. */
const BLOCK = 4096

interface ShadowOptions {
  /** The database directory. */
  directory: string
  /** Directory for the shadow files; created if missing. */
  shadows: string
  /** Numbers in [0, 1): decides which unsynced blocks reached the disk. */
  random: () => number
  /** Whether fsync works. A disk without it is the control the model must detect. */
  honest?: boolean
}

interface Shadow {
  /** A copy with everything that fsync made safe. */
  path: string
  /** Numbers of the blocks written since. */
  unsafe: Set<number>
}

type Write = (
  stream: { nfd: number },
  buffer: Uint8Array,
  offset: number,
  length: number,
  position: number,
) => number

/**
 * A file system that can produce the image left by a power cut at any moment: everything that was fsynced, plus a
 * random choice of the other blocks. Files count as safe at the start, and metadata changes (create, rename, delete,
 * truncate) are immediate.
 */
export class ShadowDisk extends DurableNodeFS {
  /** Called before every write and fsync. */
  onEvent: () => void = () => undefined
  readonly #options: ShadowOptions
  readonly #shadows = new Map<string, Shadow>()

  constructor(options: ShadowOptions) {
    super(options.directory)
    this.#options = options
    mkdirSync(options.shadows, { recursive: true })
  }

  override async init(...parameters: Parameters<DurableNodeFS['init']>): ReturnType<DurableNodeFS['init']> {
    const { emscriptenOpts } = await super.init(...parameters)
    const watch = (module: unknown) => this.#watch(module)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), watch] } }
  }

  /** Writes the image after a power cut into a directory. */
  cut(image: string): void {
    this.#cutDirectory(this.#options.directory, image)
  }

  protected override sync(descriptor: number): void {
    this.onEvent()
    if (this.#options.honest === false) return
    const shadow = this.#shadows.get(identifyFile(fstatSync(descriptor, { bigint: true })))
    if (shadow === undefined) return
    copyBlocks(descriptorPath(descriptor), shadow.path, shadow.unsafe)
    shadow.unsafe.clear()
  }

  #watch(module: unknown): void {
    // Emscripten does not declare this part of its module.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { FS } = module as { FS: { filesystems: { NODEFS: { stream_ops: { write: Write } } } } }
    const operations = FS.filesystems.NODEFS.stream_ops
    const write = operations.write
    operations.write = (stream, buffer, offset, length, position) => {
      this.onEvent()
      this.#remember(stream.nfd, position, length)
      return write(stream, buffer, offset, length, position)
    }
  }

  #remember(descriptor: number, position: number, length: number): void {
    const identity = identifyFile(fstatSync(descriptor, { bigint: true }))
    let shadow = this.#shadows.get(identity)
    if (shadow === undefined) {
      shadow = { path: join(this.#options.shadows, identity), unsafe: new Set() }
      copyFileSync(descriptorPath(descriptor), shadow.path, constants.COPYFILE_FICLONE)
      this.#shadows.set(identity, shadow)
    }
    for (let block = Math.floor(position / BLOCK); block * BLOCK < position + length; block += 1)
      shadow.unsafe.add(block)
  }

  #cutDirectory(from: string, to: string): void {
    mkdirSync(to, { recursive: true, mode: 0o700 })
    for (const entry of readdirSync(from, { withFileTypes: true })) {
      const [source, target] = [join(from, entry.name), join(to, entry.name)]
      if (entry.isDirectory()) this.#cutDirectory(source, target)
      else this.#cutFile(source, target)
    }
  }

  #cutFile(source: string, target: string): void {
    const stats = lstatSync(source, { bigint: true })
    const shadow = this.#shadows.get(identifyFile(stats))
    copyFileSync(shadow?.path ?? source, target, constants.COPYFILE_FICLONE)
    if (shadow === undefined) return
    const arrived = [...shadow.unsafe].filter(() => this.#options.random() < 0.5)
    copyBlocks(source, target, arrived, { extend: arrived.length > 0 })
  }
}

/** A file independent of its name. Inode numbers are reused after a deletion, birth times are not. */
function identifyFile({ ino, birthtimeNs }: BigIntStats): string {
  return `${ino}-${birthtimeNs}`
}

function descriptorPath(descriptor: number): string {
  return `/proc/self/fd/${descriptor}`
}

function copyBlocks(from: string, to: string, blocks: Iterable<number>, { extend = true } = {}): void {
  const [source, target] = [openSync(from, 'r'), openSync(to, 'r+')]
  const buffer = Buffer.alloc(BLOCK)
  try {
    for (const block of blocks) {
      const length = readSync(source, buffer, 0, BLOCK, block * BLOCK)
      writeSync(target, buffer, 0, length, block * BLOCK)
    }
    const { size } = fstatSync(source)
    if (extend || fstatSync(target).size > size) ftruncateSync(target, size)
  } finally {
    closeSync(source)
    closeSync(target)
  }
}
