import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '../content-config.ts'
import { readWithin } from '../../platform/http/read-within.ts'
import {
  FileStoreError,
  isFileName,
  requireFileName,
  type FileStore,
  type StoredFile,
} from '../../platform/storage/file-store.ts'

const TIMEOUT_MS = 20_000

const MEANINGS: Record<number, string> = {
  301: 'the bucket is at another endpoint',
  400: 'it does not understand the request; perhaps the bucket is at another endpoint',
  403: 'the keys are wrong, or may not do that',
  404: 'there is no such bucket',
}

const LONGEST_REASON = 16_384
/** A listing has at most 1000 entries, of about 500 bytes each. */
const LONGEST_LISTING = 4 * 1024 * 1024

/** Objects of one bucket, addressed by path, in any S3-compatible storage. The bucket can stay private. */
export function createS3Files({ endpoint, bucket, region, ...keys }: S3Settings): FileStore {
  const client = new AwsClient({ ...keys, ...(region ? { region } : {}), service: 's3', retries: 2 })

  function call(name: string, init: RequestInit): Promise<Response> {
    return ask(`/${requireFileName(name)}`, name, init)
  }

  async function ask(path: string, name: string, init: RequestInit): Promise<Response> {
    try {
      return await client.fetch(`${endpoint}/${bucket}${path}`, {
        ...init,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
    } catch (error) {
      throw new FileStoreError(`The bucket at ${endpoint} could not be reached for ${name}`, {
        cause: error,
      })
    }
  }

  return {
    put: async (name, bytes, type) => {
      const headers = { 'Content-Type': type, 'Content-Length': String(bytes.byteLength) }
      const response = await call(name, { method: 'PUT', headers, body: new Uint8Array(bytes) })
      if (!response.ok) throw await refusal(response, `writing ${name}`)
      await response.body?.cancel()
    },
    find: async (name) => {
      const response = await call(name, { method: 'GET' })
      if (response.ok) return new Uint8Array(await response.arrayBuffer())
      if (response.status !== 404) throw await refusal(response, `reading ${name}`)
      await response.body?.cancel()
      return null
    },
    list: async (folder) => {
      const files: StoredFile[] = []
      let token: string | null = null
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: `${folder}/` })
        if (token !== null) query.set('continuation-token', token)
        const response = await ask(`?${query}`, folder, { method: 'GET' })
        if (!response.ok) throw await refusal(response, `listing ${folder}`)
        const listing = await readXml(response, LONGEST_LISTING)
        if (listing?.name !== 'ListBucketResult')
          throw new FileStoreError(`The bucket at ${endpoint} did not answer with a listing of ${folder}`)
        files.push(...readFiles(listing))
        token = readText(listing, 'NextContinuationToken')
      } while (token !== null)
      return files
    },
    remove: async (name) => {
      const response = await call(name, { method: 'DELETE' })
      if (!response.ok && response.status !== 404) throw await refusal(response, `removing ${name}`)
      await response.body?.cancel()
    },
  }
}

async function refusal(response: Response, doing: string): Promise<FileStoreError> {
  const { status } = response
  const reason = await readXml(response, LONGEST_REASON)
  const meaning =
    findExpectedRegion(response, reason) ??
    MEANINGS[status] ??
    (status >= 500 ? 'it has trouble of its own' : 'it does not say why')
  return new FileStoreError(`The bucket refused ${doing} with ${status}: ${meaning}`)
}

/** On a region mismatch, the store names the expected region. */
function findExpectedRegion({ headers }: Response, reason: XmlElement | null): string | null {
  const region = readText(reason, 'Region') ?? headers.get('x-amz-bucket-region')
  if (region !== null) return `its region is ${region}; set S3_REGION=${region}`
  return readText(reason, 'Code') === 'AuthorizationHeaderMalformed'
    ? "the request was signed for another region; set S3_REGION to the store's own"
    : null
}

function readFiles(listing: XmlElement): StoredFile[] {
  return findElements(listing, 'Contents').flatMap((entry) => {
    const name = readText(entry, 'Key')
    const putAt = new Date(readText(entry, 'LastModified') ?? '')
    return name !== null && isFileName(name) && !Number.isNaN(putAt.getTime()) ? [{ name, putAt }] : []
  })
}

/** The root of an answer in XML, or null. The parser knows no entity declarations, so small files stay small. */
async function readXml(response: Response, limit: number): Promise<XmlElement | null> {
  const bytes = await readWithin(response, limit)
  try {
    return parseXml(bytes?.toString() ?? '').root
  } catch {
    return null
  }
}

function readText(parent: XmlElement | null, name: string): string | null {
  return findElements(parent, name)[0]?.text ?? null
}

function findElements(parent: XmlElement | null, name: string): XmlElement[] {
  const children = parent?.children ?? []
  return children.filter((child) => child instanceof XmlElement).filter((child) => child.name === name)
}
