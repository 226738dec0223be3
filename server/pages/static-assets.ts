import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Hono } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import { hashSource } from '../content-security-policy.ts'
import { chooseEncoding } from './compress-assets.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const FOR_AN_HOUR = 'public, max-age=3600'

/** An SVG opened directly is a document with its own policy: ours only need styles and animation. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** A static page may load its own style sheets, fonts and pictures. It has no scripts and no forms. */
const PAGE_POLICY = [
  "default-src 'none'",
  // Checkers read robots.txt in the page.
  "connect-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]

const INDEX = '/index.html'

type Bytes = Uint8Array<ArrayBuffer>

interface Asset {
  type: string
  cacheControl: string
  etag: string
  /** Of a document: the server's default allows nothing. */
  policy: string | undefined
  plain: Bytes
  br: Bytes | undefined
  gzip: Bytes | undefined
}

/**
 * Serves the client build (`build/client`) from memory, compressed by the build. A folder with an `index.html` is served
 * at its address with a slash; without it, it redirects there. Unknown paths fall through to the next route. Only files found at start are served, so no path can escape the directory.
 */
export async function createAssets(directory = 'build/client'): Promise<Hono<HttpEnv>> {
  const assets = await loadAssets(directory)
  const app = new Hono<HttpEnv>()
  app.on(['GET', 'HEAD'], '*', async (c, next) => {
    const asset = assets.get(c.req.path)
    if (!asset) return assets.has(`${c.req.path}/`) ? c.redirect(`${c.req.path}/`, 301) : next()
    const offered = { br: asset.br !== undefined, gzip: asset.gzip !== undefined }
    const encoding = chooseEncoding(c.req.header('Accept-Encoding') ?? '', offered)
    c.header('Cache-Control', asset.cacheControl)
    c.header('ETag', asset.etag)
    c.header('Vary', 'Accept-Encoding')
    if (c.req.header('If-None-Match')?.includes(asset.etag)) return c.body(null, 304)
    c.header('Content-Type', asset.type)
    if (asset.policy !== undefined) c.header('Content-Security-Policy', asset.policy)
    if (encoding !== 'plain') c.header('Content-Encoding', encoding)
    return c.body(asset[encoding] ?? asset.plain)
  })
  return app
}

async function loadAssets(directory: string): Promise<Map<string, Asset>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = new Map<string, Bytes>()
  for (const entry of entries.filter((entry) => entry.isFile())) {
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(directory, file).split(sep).join('/')}`
    // A quarter of the time of the asynchronous call, and nobody waits yet.
    files.set(path, new Uint8Array(readFileSync(file)))
  }
  const served = [...files].filter(([path]) => !/\.(br|gz)$/.test(path))
  return new Map(served.map(([path, plain]) => [toAddress(path), describeAsset(path, plain, files)]))
}

/** `/samples/turf/` for `/samples/turf/index.html`. */
function toAddress(path: string): string {
  return path.endsWith(INDEX) ? path.slice(0, 1 - INDEX.length) : path
}

function describeAsset(path: string, plain: Bytes, files: ReadonlyMap<string, Bytes>): Asset {
  const type = getMimeType(path) ?? 'application/octet-stream'
  return {
    type,
    policy: choosePolicy(type, plain),
    // Vite puts a content hash into every name under /assets/.
    cacheControl: path.startsWith('/assets/') ? FOREVER : FOR_AN_HOUR,
    // Weak, because one validator covers all three encodings.
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    br: files.get(`${path}.br`),
    gzip: files.get(`${path}.gz`),
  }
}

function choosePolicy(type: string, plain: Bytes): string | undefined {
  if (type.startsWith('image/svg+xml')) return SVG_POLICY
  if (!type.startsWith('text/html')) return undefined
  const sheets = new TextDecoder().decode(plain).matchAll(/<style>(.*?)<\/style>/gs)
  const hashes = Array.from(sheets, ([, css = '']) => hashSource(css))
  return [...PAGE_POLICY, `style-src ${hashes.join(' ') || "'none'"}`].join('; ')
}
