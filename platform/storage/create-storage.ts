import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { HttpEnv } from '../http/http-context.ts'
import { FileStoreError, findFileType, isFileName, type FileStore } from './file-store.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const MAX_FILE_NAME_LENGTH = 200
const NOT_FOUND = { statusCode: '404', error: 'not_found', message: 'Object not found' }

/**
 * The surface mounted at `/storage/v1`: public objects, read only. Names contain a hash, so contents never change.
 */
export function createStorage({ files }: { files: FileStore }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.use(cors({ origin: '*', allowMethods: ['GET', 'HEAD', 'OPTIONS'], maxAge: 86_400 }))
  app.get('/object/public/*', async (c) => {
    const name = c.req.path.replace(/^.*?\/object\/public\//, '')
    const type = findFileType(name)
    if (type === null || !isFileName(name)) return c.json(NOT_FOUND, 404)
    const etag = `"${name}"`
    const known = c.req.header('If-None-Match')
    if (known?.includes(etag)) return c.body(null, 304, { 'Cache-Control': FOREVER, ETag: etag })
    const bytes = await files.find(name)
    if (bytes === null) return c.json(NOT_FOUND, 404)
    // RFC 9110, 13.1.2: `*` matches any version.
    if (known?.trim() === '*') return c.body(null, 304, { 'Cache-Control': FOREVER, ETag: etag })
    const headers = {
      'Content-Type': type,
      'Cache-Control': FOREVER,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Accept-Ranges': 'bytes',
      ETag: etag,
      ...contentDisposition(c.req.query('download')),
    }
    const range = findRange(c.req.raw.headers, { size: bytes.byteLength, etag })
    if (range === 'unsatisfiable')
      return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${bytes.byteLength}` })
    if (range === null) return c.body(bytes, 200, { ...headers, 'Content-Length': String(bytes.byteLength) })
    const part = bytes.slice(range.first, range.last + 1)
    return c.body(part, 206, {
      ...headers,
      'Content-Length': String(part.byteLength),
      'Content-Range': `bytes ${range.first}-${range.last}/${bytes.byteLength}`,
    })
  })
  app.all('*', (c) => c.json(NOT_FOUND, 404))
  app.onError((error, c) => {
    if (!(error instanceof FileStoreError)) throw error
    c.get('log').error({ err: error }, 'a stored file could not be read')
    return c.json({ statusCode: '503', error: 'unavailable', message: 'Try again in a moment' }, 503, {
      'Retry-After': '5',
    })
  })
  return app
}

/** `?download=name` saves the file under that name, `?download` under its own. RFC 6266, encoded by RFC 8187. */
function contentDisposition(name: string | undefined): Record<string, string> {
  if (name === undefined) return {}
  if (name === '') return { 'Content-Disposition': 'attachment' }
  const encoded = encodeURIComponent(name.slice(0, MAX_FILE_NAME_LENGTH).toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return { 'Content-Disposition': `attachment; filename*=UTF-8''${encoded}` }
}

export interface ByteRange {
  /** Both ends included, counted from 0. */
  first: number
  last: number
}

/**
 * The requested part of a file of `size` bytes; null for the whole file, also for several ranges and invalid ones
 * (RFC 9110, 14.2). An `If-Range` of another version also returns the whole file.
 */
export function findRange(
  headers: Headers,
  { size, etag }: { size: number; etag: string },
): ByteRange | 'unsatisfiable' | null {
  const wanted = /^bytes=(\d*)-(\d*)$/.exec(headers.get('Range') ?? '')
  const version = headers.get('If-Range')
  if (wanted === null || (version !== null && version !== etag)) return null
  const [, from = '', to = ''] = wanted
  if (from === '' && to === '') return null
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && from !== '' && Number(to) < first) return null
  return first > last ? 'unsatisfiable' : { first, last }
}
