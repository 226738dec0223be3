import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '../../configuration/content-services.ts'
import { FileStoreError, isFileName, requireFileName, type FileStore, type StoredFile } from './file-store.ts'

const TIMEOUT_MS = 20_000

/** Objects of one bucket, addressed by path, in any storage that speaks S3. The bucket itself may stay private. */
export function createS3Files({ endpoint, bucket, ...keys }: S3Settings): FileStore {
  const client = new AwsClient({ ...keys, service: 's3', retries: 2 })

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
      await response.body?.cancel()
      if (!response.ok) throw refusal(response, `writing ${name}`)
    },
    find: async (name) => {
      const response = await call(name, { method: 'GET' })
      if (response.ok) return new Uint8Array(await response.arrayBuffer())
      await response.body?.cancel()
      if (response.status === 404) return null
      throw refusal(response, `reading ${name}`)
    },
    list: async (folder) => {
      const files: StoredFile[] = []
      let token: string | null = null
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: `${folder}/` })
        if (token !== null) query.set('continuation-token', token)
        const response = await ask(`?${query}`, folder, { method: 'GET' })
        const page = await response.text()
        if (!response.ok) throw refusal(response, `listing ${folder}`)
        files.push(...listedIn(page))
        token = textOf('NextContinuationToken', page)
      } while (token !== null)
      return files
    },
    remove: async (name) => {
      const response = await call(name, { method: 'DELETE' })
      await response.body?.cancel()
      if (!response.ok && response.status !== 404) throw refusal(response, `removing ${name}`)
    },
  }
}

const MEANINGS: Record<number, string> = {
  301: 'the bucket is at another endpoint',
  400: 'it does not understand the request; perhaps the bucket is at another endpoint',
  403: 'the keys are wrong, or may not do that',
  404: 'there is no such bucket',
}

function refusal({ status }: Response, doing: string): FileStoreError {
  const meaning = MEANINGS[status] ?? (status >= 500 ? 'it has trouble of its own' : 'it does not say why')
  return new FileStoreError(`The bucket refused ${doing} with ${status}: ${meaning}`)
}

/** Names of ours hold nothing that XML has to write differently. */
function listedIn(page: string): StoredFile[] {
  return [...page.matchAll(/<Contents>.*?<\/Contents>/gs)].flatMap(([entry]) => {
    const name = textOf('Key', entry)
    const putAt = new Date(textOf('LastModified', entry) ?? '')
    return name !== null && isFileName(name) && !Number.isNaN(putAt.getTime()) ? [{ name, putAt }] : []
  })
}

function textOf(element: string, xml: string): string | null {
  return new RegExp(`<${element}>([^<]+)</${element}>`).exec(xml)?.[1]?.replaceAll('&amp;', '&') ?? null
}
