import { createHash, createHmac } from 'node:crypto'
import { startStubServer, type Received, type StubServer } from './stub-http-server.ts'

const KEY = 'AKIDEXAMPLE'
const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'
const BUCKET = 'site'
const PAGE = 2

type Right = 'GET' | 'PUT' | 'DELETE' | 'LIST'

export interface Bucket {
  /** Settings for a server that uses this bucket. */
  env: Record<string, string>
  /** By key, `pictures/….webp`. */
  objects: Map<string, Buffer>
  received: StubServer['received']
  /** Replaces the set of forbidden rights; no arguments: none. */
  forbid: (...rights: Right[]) => void
  /** Called with every request before the response. */
  watch: (observe: (request: Received) => void) => void
  /** Accepts only requests signed for this region. */
  expectRegion: (name: string) => void
  /** While on, requests wait; turning it off answers them. */
  hold: (on: boolean) => void
  close: () => Promise<void>
}

/**
 * An S3 bucket on loopback: path style, paginated ListObjectsV2, and AWS Signature Version 4 verified for every
 * request. A missing object is 403 for a key without the list permission.
 */
export async function startBucket(): Promise<Bucket> {
  const objects = new Map<string, Buffer>()
  const forbidden = new Set<Right>()
  let observe: ((request: Received) => void) | null = null
  let waiting: (() => void)[] | null = null
  let region: string | null = null
  const storage = await startStubServer((request, response) => {
    observe?.(request)
    const answer = () => {
      const { status, body } = refuseRegion(request, region) ?? answerTo(request, objects, forbidden)
      response.writeHead(status).end(body)
    }
    if (waiting) waiting.push(answer)
    else answer()
  })
  return {
    env: {
      S3_ENDPOINT: storage.url,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: SECRET,
    },
    objects,
    received: storage.received,
    forbid: (...rights) => {
      forbidden.clear()
      for (const right of rights) forbidden.add(right)
    },
    watch: (watcher) => {
      observe = watcher
    },
    expectRegion: (name) => {
      region = name
    },
    hold: (on) => {
      for (const answer of waiting ?? []) answer()
      waiting = on ? [] : null
    },
    close: storage.close,
  }
}

interface Reply {
  status: number
  body?: string | Buffer
}

function refuseRegion({ headers }: Received, wanted: string | null): Reply | null {
  const signedFor = AUTHORIZATION.exec(headers.authorization ?? '')?.[4]
  if (wanted === null || signedFor === wanted) return null
  const body = `<Error><Code>AuthorizationHeaderMalformed</Code><Region>${wanted}</Region></Error>`
  return { status: 400, body }
}

function answerTo(request: Received, objects: Map<string, Buffer>, forbidden: ReadonlySet<Right>): Reply {
  const { pathname, searchParams } = new URL(request.path, 'http://bucket')
  const problem = findProblem(request)
  if (problem !== null) return { status: 403, body: problem }
  const [, bucket, ...rest] = pathname.split('/')
  if (bucket !== BUCKET) return { status: 404, body: '<Error><Code>NoSuchBucket</Code></Error>' }
  const key = rest.join('/')
  const right = key === '' ? 'LIST' : request.method
  if ([...forbidden].some((taken) => taken === right)) return { status: 403, body: 'AccessDenied' }
  if (right === 'LIST') return { status: 200, body: listing(searchParams, objects) }
  if (right === 'PUT') objects.set(key, request.body)
  if (right === 'DELETE') objects.delete(key)
  if (right !== 'GET') return { status: right === 'PUT' ? 200 : 204 }
  const body = objects.get(key)
  if (body === undefined) return { status: forbidden.has('LIST') ? 403 : 404 }
  return { status: 200, body }
}

/** Pages of two objects, in the format of ListObjectsV2. */
function listing(query: URLSearchParams, objects: ReadonlyMap<string, Buffer>): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).toSorted()
  const from = Number(query.get('continuation-token')?.replace('from&', '') ?? 0)
  const contents = keys
    .slice(from, from + PAGE)
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${new Date().toISOString()}</LastModified></Contents>`,
    )
  const more =
    from + PAGE < keys.length ? `<NextContinuationToken>from&amp;${from + PAGE}</NextContinuationToken>` : ''
  return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${contents.join('')}${more}</ListBucketResult>`
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/((\d{8})\/([\w-]+)\/s3\/aws4_request), SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/

function findProblem(request: Received): string | null {
  const { method, headers, body } = request
  const [, key, scope = '', date = '', region = '', names = '', signature] =
    AUTHORIZATION.exec(headers.authorization ?? '') ?? []
  if (key !== KEY) return 'InvalidAccessKeyId'
  const signed = names.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name)))
    return 'AccessDenied: an important header is not signed'
  const digest = headers['x-amz-content-sha256']
  if (digest !== 'UNSIGNED-PAYLOAD' && digest !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical(request, signed))]
  const signingKey = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${SECRET}`,
  )
  if (hmac(signingKey, text.join('\n')).toString('hex') !== signature) return 'SignatureDoesNotMatch'
  if (method !== 'PUT') return null
  if (!/^image\/(webp|jpeg)$/.test(headers['content-type'] ?? '')) return 'Not the type of a picture'
  return Number(headers['content-length']) === body.byteLength ? null : 'IncompleteBody'
}

function canonical({ method, path, headers }: Received, signed: readonly string[]): string {
  const { pathname, searchParams } = new URL(path, 'http://bucket')
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim()}`)
  const digest = String(headers['x-amz-content-sha256'])
  return [method, pathname, query.join('&'), ...lines, '', signed.join(';'), digest].join('\n')
}

function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
