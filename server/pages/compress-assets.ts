import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

const COMPRESSIBLE = /\.(css|html|ico|js|json|svg|txt|webmanifest|xml)$/

/** Writes a `.br` and a `.gz` next to every file that shrinks. Runs once, at the end of a build. */
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

export type Encoding = 'br' | 'gzip' | 'plain'
export type Bytes = Buffer<ArrayBuffer>

/** The best of the `offered` encodings that an Accept-Encoding header accepts. */
export function chooseEncoding(accepted: string, offered: { br: boolean; gzip: boolean }): Encoding {
  if (offered.br && accepts(accepted, 'br')) return 'br'
  return offered.gzip && accepts(accepted, 'gzip') ? 'gzip' : 'plain'
}

function accepts(accepted: string, encoding: string): boolean {
  if (!accepted.includes(encoding)) return false
  return accepted.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';')
    return name.trim() === encoding && !parameters.some((text) => /^\s*q=0(\.0*)?\s*$/.test(text))
  })
}

/** For a body that is sent once: synchronous, because a thread switch costs more than compressing a page. */
export function encodeQuickly(body: Bytes, encoding: Encoding): Bytes {
  if (encoding === 'plain') return body
  if (encoding === 'gzip') return gzipSync(body, { level: 4 })
  return brotliCompressSync(body, { params: brotliOptions(body, 4) })
}

/** Compression levels of brotli and gzip. */
export interface Levels {
  br: number
  gzip: number
}

const BEST: Levels = { br: 11, gzip: 9 }
/** For pages at addresses that visitors can invent: one twentieth of the processor time, 8% more bytes. */
export const CHEAP: Levels = { br: 7, gzip: 6 }

/** For a body that is sent many times; runs outside the event loop. */
export async function encodeThoroughly(body: Bytes, encoding: Encoding, levels = BEST): Promise<Bytes> {
  if (encoding === 'plain') return body
  if (encoding === 'gzip') return promisify(gzip)(body, { level: levels.gzip })
  return promisify(brotliCompress)(body, { params: brotliOptions(body, levels.br) })
}

function brotliOptions(body: Bytes, quality: number) {
  return {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    // Of the three it packs our pages best.
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT,
  }
}
