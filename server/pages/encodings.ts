import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'plain'
export type Bytes = Buffer<ArrayBuffer>

/** For a body that is sent once: what good compression takes longer than it saves. */
export const QUICK = { br: 4, gzip: 4 }
/** For a body that is sent many times. */
export const THOROUGH = { br: 11, gzip: 9 }

/** The best of the `offered` encodings that an Accept-Encoding header takes. */
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

/** `body` in an encoding; compression runs beside the event loop. */
export async function encode(body: Bytes, encoding: Encoding, effort: typeof QUICK): Promise<Bytes> {
  if (encoding === 'plain') return body
  if (encoding === 'gzip') return promisify(gzip)(body, { level: effort.gzip })
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: effort.br,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  return promisify(brotliCompress)(body, { params })
}
