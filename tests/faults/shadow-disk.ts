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

/** What a disk writes as a whole. PostgreSQL's pages are two of them, so one can be torn. */
const BLOCK = 4096

interface ShadowOptions {
  /** The database's directory. */
  directory: string
  /** Where the shadows are kept; made when missing. */
  shadows: string
  /** Numbers from 0 to 1: which blocks that nobody asked to keep have reached the disk by themselves. */
  random: () => number
  /** Whether an fsync does what it says. A disk without is the control: the model has to notice. */
  honest?: boolean
}

interface Shadow {
  /** A copy with what an fsync has made safe. */
  path: string
  /** Blocks written since, by their number. */
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
 * The files of a database, with a disk below them that can be asked at any moment: what would be left if the power went now?
 * Left is what was fsynced, and of the rest whichever blocks chance says. The files as they were at the start count as safe, and
 * names (creating, renaming, deleting, cutting off) take effect at once.
 */
export class ShadowDisk extends DurableNodeFS {
  /** Called before every write and every fsync. */
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

  /** Writes what would be left into a directory. */
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

/** A file, whatever it is called by now. Numbers are used again after a deletion, times are not. */
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
