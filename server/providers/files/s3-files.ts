import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '../../configuration/content-services.ts'
import { FileStoreError, requireFileName, type FileStore } from './file-store.ts'

const TIMEOUT_MS = 20_000

/** Objects of one bucket, addressed by path, in any storage that speaks S3. The bucket itself may stay private. */
export function createS3Files({ endpoint, bucket, ...keys }: S3Settings): FileStore {
  const client = new AwsClient({ ...keys, service: 's3', retries: 2 })

  async function call(name: string, init: RequestInit): Promise<Response> {
    const address = `${endpoint}/${bucket}/${requireFileName(name)}`
    try {
      return await client.fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    } catch (error) {
      throw new FileStoreError(`The storage could not be reached for ${name}`, { cause: error })
    }
  }

  return {
    put: async (name, bytes, type) => {
      const headers = { 'Content-Type': type, 'Content-Length': String(bytes.byteLength) }
      const response = await call(name, { method: 'PUT', headers, body: new Uint8Array(bytes) })
      await response.body?.cancel()
      if (!response.ok) throw new FileStoreError(`The storage answered ${response.status} to ${name}`)
    },
    find: async (name) => {
      const response = await call(name, { method: 'GET' })
      if (response.ok) return new Uint8Array(await response.arrayBuffer())
      await response.body?.cancel()
      if (response.status === 404) return null
      throw new FileStoreError(`The storage answered ${response.status} for ${name}`)
    },
  }
}
