import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseConfig } from '../config.ts'
import { chooseFiles, probeFileStore } from './choose-files.ts'
import { FileStoreError, type FileStore } from '../../platform/storage/file-store.ts'
import { startBucket } from '../../tests/support/s3-server.ts'
import { startStubServer } from '../../tests/support/stub-http-server.ts'

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

  test('a file store reads files back as written', async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251)
    await shelf.files.put(NAME, bytes, 'image/webp')
    expect(await shelf.files.find(NAME)).toEqual(bytes)
    await shelf.files.put(NAME, new Uint8Array([1]), 'image/webp')
    expect(await shelf.files.find(NAME)).toEqual(new Uint8Array([1]))
  })

  test('a file store returns null for files never written', async () => {
    expect(await shelf.files.find('pictures/none.webp')).toBeNull()
  })

  test("a file store lists a folder with the files' times until they are removed", async () => {
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
  ])('a file store rejects the file name %j', async (name) => {
    await expect(shelf.files.find(name)).rejects.toThrow(TypeError)
    await expect(shelf.files.put(name, new Uint8Array(1), 'image/webp')).rejects.toThrow(TypeError)
    await expect(shelf.files.remove(name)).rejects.toThrow(TypeError)
  })

  test('a file store throws FileStoreError while its backend is down', async () => {
    expect(await probeFileStore(shelf.files)).toBeNull()
    expect(await shelf.files.list('pictures')).toEqual([])
    await shelf.breakDown()
    expect(await probeFileStore(shelf.files)).toMatchObject({ what: 'write' })
    await expect(shelf.files.put(NAME, new Uint8Array(1), 'image/webp')).rejects.toThrow(FileStoreError)
    await expect(shelf.files.find(NAME)).rejects.toThrow(FileStoreError)
    await expect(shelf.files.list('pictures')).rejects.toThrow(FileStoreError)
  })
})

test.each([
  [
    'PUT',
    'write',
    /^The bucket refused writing pictures\/probe-[\da-f-]+\.webp with 403: the keys are wrong/,
  ],
  ['GET', 'read', /refused reading .* with 403/],
  ['DELETE', 'remove', /refused removing .* with 403/],
  ['LIST', 'miss', /refused reading .* with 403/],
] as const)('findRefusal reports a bucket that forbids %s as unable to %s', async (right, what, reason) => {
  const bucket = await startBucket()
  bucket.forbid(right)
  const refusal = await probeFileStore(chooseFiles(parseConfig(bucket.env)))
  expect(refusal).toEqual({ what, reason: expect.stringMatching(reason) })
  expect(bucket.objects.size).toBe(right === 'DELETE' ? 1 : 0)
  await bucket.close()
})

test.each([
  [{ S3_SECRET_ACCESS_KEY: 'not-it' }, /403: the keys are wrong/],
  [{ S3_BUCKET: 'other' }, /404: there is no such bucket/],
  [{ S3_ENDPOINT: 'http://127.0.0.1:1' }, /The bucket at http:\/\/127\.0\.0\.1:1 could not be reached/],
])('a bucket with the wrong settings %j explains the failure', async (wrong, reason) => {
  const bucket = await startBucket()
  const refusal = await probeFileStore(chooseFiles(parseConfig({ ...bucket.env, ...wrong })))
  expect(refusal).toEqual({ what: 'write', reason: expect.stringMatching(reason) })
  await bucket.close()
})

test.each([
  ['the page of a proxy', '<!doctype html><p>Please sign in<br></p>'],
  ['a part of a listing', '<ListBucketResult><Contents><Key>pictures/a.webp</Key>'],
  [
    'entities that grow',
    '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><ListBucketResult>&c;</ListBucketResult>',
  ],
])('listing a bucket that answers with %s throws FileStoreError', async (_, body) => {
  const proxy = await startStubServer((_request, response) => void response.end(body))
  const keys = { S3_BUCKET: 'site', S3_ACCESS_KEY_ID: 'AKIDEXAMPLE', S3_SECRET_ACCESS_KEY: 'secret' }
  const files = chooseFiles(parseConfig({ ...keys, S3_ENDPOINT: proxy.url }))
  await expect(files.list('pictures')).rejects.toThrow(FileStoreError)
  await proxy.close()
})

test('a bucket in another region is recognized, and its files are signed for it', async () => {
  const bucket = await startBucket()
  bucket.expectRegion('garage')
  const refusal = await probeFileStore(chooseFiles(parseConfig(bucket.env)))
  expect(refusal?.reason).toMatch(/400: its region is garage; set S3_REGION=garage$/)
  const settings = parseConfig({ ...bucket.env, S3_REGION: 'garage' })
  expect(await probeFileStore(chooseFiles(settings))).toBeNull()
  await bucket.close()
})

test('an unfinished file on disk leaves nothing behind', async () => {
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

async function openS3(): Promise<Shelf> {
  const bucket = await startBucket()
  return {
    files: chooseFiles(parseConfig(bucket.env)),
    breakDown: async () => bucket.forbid('GET', 'PUT', 'DELETE', 'LIST'),
    close: bucket.close,
  }
}
