import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BackupError } from './backup-records.ts'
import { TABLES_WITH_ATTACHMENTS, TABLES_WITH_PICTURES, type WrittenBackup } from './write-backup.ts'
import { readSealedLines } from './sealed-file.ts'
import type { Config } from '../config.ts'
import type { Database } from '../../platform/database/database.ts'
import { chooseFiles } from '../files/choose-files.ts'
import { listPictureFiles, pictureName, PICTURES } from '../../web/picture-addresses.ts'
import { seedPolicyFixtures } from '../../tests/policies/policy-fixtures.ts'
import { startBucket, type Bucket } from '../../tests/support/s3-server.ts'
import { openServer } from '../../tests/support/databases.ts'
import { backUp, newMachine, restore, rewrite, storePictureFiles, withDatabase } from './backup.fixture.ts'

const pictureFiles = (letter: string) =>
  listPictureFiles(pictureName(letter.repeat(32), { width: 600, height: 400 }))
const pictureAddress = (letter: string) => PICTURES + pictureFiles(letter)[0]
/** The bucket lacks the smaller copy of a post's picture. */
const [, GONE = ''] = pictureFiles('c')

let folder: string
let file: string
let bucket: Bucket
let database: Database
let written: WrittenBackup
let busyWhileReading: number | null = null

/** A database server, and a bucket with pictures of a post, a version, a draft, and an unused one. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'))
  file = join(folder, 'bucket.backup')
  bucket = await startBucket()
  database = await openServer()
  const config = await newMachine('embedded', join(folder, 'source'), bucket.env)
  for (const letter of ['a', 'b', 'c', 'e']) await storePictureFiles(config, letter)
  bucket.objects.delete(GONE)
  await database.transaction(seedPolicyFixtures)
  await database.asOwner(async (tx) => {
    await tx.query(`update public.blog_posts set content = $1`, [`One ![](${pictureAddress('a')}) more`])
    await tx.query(`update public.blog_posts set content = $1`, [
      `Two ${pictureAddress('b').replace('.', '-480.')}`,
    ])
    await tx.query(
      `update public.post_working_copies set draft = jsonb_build_object('featured_image', $1::text)`,
      [pictureAddress('c')],
    )
    await tx.query(
      `insert into public.contact_submissions (name, email, message, text_consent, raw) values ('Mal', 'm@customer.example', $1, false, '{}')`,
      [`${pictureAddress('d')} ${pictureAddress('e')}`],
    )
  })
  bucket.watch(() => {
    busyWhileReading ??= database.load().active
  })
  written = await backUp(config, database, file)
})

afterAll(async () => {
  await database.close()
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

const inBucket = () => [...bucket.objects.keys()].toSorted()

test('a backup includes the pictures of every post, version and draft, and no others', async () => {
  const names: string[] = []
  for await (const line of readSealedLines(file)) {
    const [, name] = /^\{"file":"([^"]+)"/.exec(line) ?? []
    if (name !== undefined) names.push(name)
  }
  const expected = ['a', 'b', 'c'].flatMap(pictureFiles).filter((name) => name !== GONE)
  expect(names.toSorted()).toEqual(expected.toSorted())
  expect(written.files).toEqual({
    count: 8,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    missing: [GONE],
  })
})

test.each([
  ['find_unused_pictures', /from (public\.\w+)/g, TABLES_WITH_PICTURES],
  ['find_unused_attachments', /from (\w+\.\w+)/g, [...TABLES_WITH_ATTACHMENTS]],
])('the backup reads the tables that %s reads', async (name, pattern, read) => {
  const { rows } = await database.asOwner((tx) =>
    tx.query<{ source: string }>('select prosrc as source from pg_proc where proname = $1', [name]),
  )
  const found = (rows[0]?.source ?? '').matchAll(pattern)
  expect(read).toEqual(Array.from(found, ([, table]) => table))
})

test('a backup of a slow bucket does not block the database', () => {
  expect(busyWhileReading).toBe(0)
})

test('a restore into a read-only bucket leaves the embedded database unchanged', async () => {
  const there = await newMachine('embedded', join(folder, 'refused'), bucket.env)
  const before = inBucket()
  bucket.forbid('PUT')
  await expect(restore(there, file)).rejects.toThrow(/refused writing .* with 403.*Nothing was changed/)
  bucket.forbid()
  expect(inBucket()).toEqual(before)
  expect(await readdir(folder)).not.toContain('refused')
})

test('a backup fails with a reason when the bucket does not answer', async () => {
  const config = await newMachine('embedded', join(folder, 'source'), bucket.env)
  bucket.forbid('GET')
  const refused = backUp(config, database, join(folder, 'none.backup'))
  await expect(refused).rejects.toThrow(BackupError)
  await expect(refused).rejects.toThrow(/refused reading pictures\/.* with 403.*npm run doctor/)
  expect((await readdir(folder)).filter((name) => name.startsWith('none'))).toEqual([])
  bucket.forbid()
})

test('a failed restore on a server keeps the database and removes the files it added', async () => {
  const there = await newMachine('server', join(folder, 'kept'))
  const { kept: first, end } = await restore(there, file)
  expect(first).toBeNull()
  expect(end.files).toEqual(written.files)
  expect(await onDisk(there)).toEqual(
    ['a', 'b', 'c']
      .flatMap(pictureFiles)
      .filter((name) => name !== GONE)
      .toSorted(),
  )
  await withDatabase(there, (opened) =>
    opened.asOwner((tx) => tx.query(`update public.blog_posts set content = $1`, ['Written since'])),
  )

  const bucketInstead = { ...there, ...(await inTheBucket()) }
  bucket.forbid('PUT')
  await expect(restore(bucketInstead, file)).rejects.toThrow(/refused writing .*Nothing was changed/)
  expect(await contents(there)).toEqual(['Written since'])
  bucket.forbid()

  const changed = join(folder, 'changed.backup')
  await rewrite(file, changed, (line) => line.replace('"Mal"', '"Mel"'))
  bucket.objects.clear()
  await expect(restore(bucketInstead, changed)).rejects.toThrow(/not as it was/)
  expect(inBucket()).toEqual([])
  expect(await readdir(join(there.dataDirectory, 'backups'))).toEqual([])
  expect(await contents(there)).toEqual(['Written since'])

  const { kept } = await restore(there, file, new Date('2026-11-21T13:00:00Z'))
  expect(kept).toBe(join(there.dataDirectory, 'backups', 'before-restore-2026-11-21T13-00-00.000Z.backup'))
  expect(await contents(there)).not.toContain('Written since')
  expect(await holds(kept ?? '', '"Written since"')).toBe(true)
})

async function inTheBucket(): Promise<Pick<Config, 's3'>> {
  const { s3 } = await newMachine('embedded', folder, bucket.env)
  return { s3 }
}

async function onDisk(config: Config): Promise<string[]> {
  return (await chooseFiles(config).list('pictures')).map(({ name }) => name).toSorted()
}

async function holds(path: string, words: string): Promise<boolean> {
  for await (const line of readSealedLines(path)) if (line.includes(words)) return true
  return false
}

async function contents(config: Config): Promise<unknown[]> {
  return withDatabase(config, async (opened) => {
    const { rows } = await opened.transaction((tx) =>
      tx.query<{ content: string }>('select distinct content from public.blog_posts'),
    )
    return rows.map(({ content }) => content)
  })
}
