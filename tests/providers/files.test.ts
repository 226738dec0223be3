import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startStandIn, type Received } from '../support/stand-in.ts'
import { chooseFiles } from '../../server/providers/files/choose-files.ts'
import { FileStoreError, type FileStore } from '../../server/providers/files/file-store.ts'

const NAME = 'pictures/0123abcd-20x10.webp'

interface Shelf {
  files: FileStore
  breakDown(): Promise<void>
  close(): Promise<void>
}

describe.each([
  { name: 'on disk', open: openDisk },
  { name: 'in S3', open: openS3 },
])('files $name', ({ open }) => {
  let shelf: Shelf
  beforeEach(async () => {
    shelf = await open()
  })
  afterEach(() => shelf.close())

  test('come back as they were put', async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251)
    await shelf.files.put(NAME, bytes, 'image/webp')
    expect(await shelf.files.find(NAME)).toEqual(bytes)
    await shelf.files.put(NAME, new Uint8Array([1]), 'image/webp')
    expect(await shelf.files.find(NAME)).toEqual(new Uint8Array([1]))
  })

  test('that were never put are not there', async () => {
    expect(await shelf.files.find('pictures/none.webp')).toBeNull()
  })

  test('are listed with when they were put, all of a folder, until they are removed', async () => {
    const names = ['pictures/a-1x1.webp', 'pictures/b-1x1.webp', 'pictures/c-1x1.webp']
    expect(await shelf.files.list('pictures')).toEqual([])
    for (const name of names) await shelf.files.put(name, new Uint8Array(1), 'image/webp')
    const listed = await shelf.files.list('pictures')
    expect(listed.map(({ name }) => name).toSorted()).toEqual(names)
    for (const { putAt } of listed) expect(Math.abs(Date.now() - putAt.getTime())).toBeLessThan(60_000)
    await shelf.files.remove('pictures/b-1x1.webp')
    await shelf.files.remove('pictures/b-1x1.webp')
    expect(await shelf.files.find('pictures/b-1x1.webp')).toBeNull()
    expect(await shelf.files.list('pictures')).toHaveLength(2)
  })

  test.each([
    '../secrets.json',
    'pictures/../../secrets.json',
    '/etc/passwd',
    'secrets.json',
    'pictures//a',
    'a/b?c',
    '',
  ])('cannot be called %j', async (name) => {
    await expect(shelf.files.find(name)).rejects.toThrow(TypeError)
    await expect(shelf.files.put(name, new Uint8Array(1), 'image/webp')).rejects.toThrow(TypeError)
    await expect(shelf.files.remove(name)).rejects.toThrow(TypeError)
  })

  test('fail with FileStoreError while the store is broken', async () => {
    await shelf.breakDown()
    await expect(shelf.files.put(NAME, new Uint8Array(1), 'image/webp')).rejects.toThrow(FileStoreError)
    await expect(shelf.files.find(NAME)).rejects.toThrow(FileStoreError)
    await expect(shelf.files.list('pictures')).rejects.toThrow(FileStoreError)
  })
})

test('on disk, a file that could not be finished leaves nothing behind', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'files-'))
  const files = chooseFiles({ dataDirectory, s3: undefined })
  await files.put('pictures/a.webp/in-the-way.webp', new Uint8Array(1), 'image/webp')
  await expect(files.put('pictures/a.webp', new Uint8Array(1), 'image/webp')).rejects.toThrow(FileStoreError)
  expect(await readdir(join(dataDirectory, 'files/pictures'))).toEqual(['a.webp'])
  await rm(dataDirectory, { recursive: true })
})

async function openDisk(): Promise<Shelf> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'files-'))
  return {
    files: chooseFiles({ dataDirectory, s3: undefined }),
    breakDown: async () => {
      await rm(dataDirectory, { recursive: true })
      await writeFile(dataDirectory, 'a file where the directory should be')
    },
    close: () => rm(dataDirectory, { recursive: true }),
  }
}

/** A bucket that takes only requests signed as AWS Signature Version 4 wants them. */
async function openS3(): Promise<Shelf> {
  const objects = new Map<string, Buffer>()
  const storage = await startStandIn((request, response) => {
    const problem = problemOf(request)
    if (problem !== null) return void response.writeHead(403).end(problem)
    if (request.method === 'PUT') {
      objects.set(request.path, request.body)
      return void response.writeHead(200).end()
    }
    if (request.path.startsWith('/site?')) {
      return void response
        .writeHead(200)
        .end(listing(new URL(request.path, storage.url).searchParams, objects))
    }
    if (request.method === 'DELETE') {
      objects.delete(request.path)
      return void response.writeHead(204).end()
    }
    const found = objects.get(request.path)
    return void response.writeHead(found ? 200 : 404).end(found)
  })
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' }
  return {
    files: chooseFiles({ dataDirectory: tmpdir(), s3: { endpoint: storage.url, bucket: 'site', ...keys } }),
    breakDown: async () => storage.answer((_request, response) => void response.writeHead(403).end()),
    close: storage.close,
  }
}

/** Two objects at a time, as ListObjectsV2 answers. */
function listing(query: URLSearchParams, objects: ReadonlyMap<string, Buffer>): string {
  const keys = [...objects.keys()]
    .map((path) => path.replace('/site/', ''))
    .filter((key) => key.startsWith(query.get('prefix') ?? '?'))
  const from = Number(query.get('continuation-token') ?? 0)
  const contents = keys
    .slice(from, from + 2)
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${new Date().toISOString()}</LastModified></Contents>`,
    )
  const more = from + 2 < keys.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${more}</ListBucketResult>`
}

function problemOf({ method, path, headers, body }: Received): string | null {
  if (!/^\/site(\/|\?list-type=2&prefix=)pictures(\/|%2F)/.test(path)) return 'path'
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/[\w-]+\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=[0-9a-f]{64}$/
  const signed = authorization.exec(headers.authorization ?? '')?.[1]?.split(';') ?? []
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name)))
    return 'signature'
  const digest = headers['x-amz-content-sha256']
  if (digest !== 'UNSIGNED-PAYLOAD' && digest !== createHash('sha256').update(body).digest('hex'))
    return 'digest'
  if (method === 'PUT' && headers['content-type'] !== 'image/webp') return 'type'
  return method === 'PUT' && Number(headers['content-length']) !== body.byteLength ? 'length' : null
}
