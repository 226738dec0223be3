import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { deleteUnusedPictures } from './unused-pictures.server.ts'
import { createDiskFiles } from '../../server/files/disk-files.ts'
import { createIdentity, people, seedPolicyFixtures } from '../../tests/policies/policy-fixtures.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'

const DAY = 86_400_000
const picture = (letter: string) => `pictures/${letter.repeat(32)}-40x20`
const address = (letter: string) => `/storage/v1/object/public/${picture(letter)}.webp`

describeBothDatabases('removing unused pictures', (open) => {
  let database: Database
  let directory: string
  beforeAll(async () => {
    database = await open()
    directory = await mkdtemp(join(tmpdir(), 'pictures-'))
    await database.transaction((tx) => seedPolicyFixtures(tx))
  })
  afterAll(() => rm(directory, { recursive: true }))

  const asAdmin = (sql: string, ...values: unknown[]) =>
    asIdentity(database, createIdentity('admin'), (tx) => tx.query(sql, values))

  test('a picture unused for 30 days is removed with all its copies; using it again restarts the time', async () => {
    const files = createDiskFiles(directory)
    const start = Date.now()
    const after = (days: number) => deleteUnusedPictures(database, files, new Date(start + days * DAY))
    const kept = async () =>
      (await files.list('pictures'))
        .map(({ name }) => name.charAt('pictures/'.length))
        .toSorted()
        .join('')
    for (const letter of ['a', 'b', 'c', 'd', 'e'])
      for (const copy of ['.webp', '-480.webp', '-social.jpg'])
        await files.put(picture(letter) + copy, new Uint8Array(1), 'image/webp')
    const post = `insert into public.blog_posts (title, slug, author_id, featured_image, content) values ($1, $1, auth.uid(), $2, $3)`
    await asAdmin(post, 'shown', address('a'), '')
    await asAdmin(post, 'linked', null, `See ${address('b')}.`)
    await asAdmin(`update public.blog_posts set featured_image = null where slug = 'shown'`)
    await asAdmin(
      `insert into public.post_working_copies (post_id, editor_id, based_on, draft)
       select id, $1, now(), jsonb_build_object('featured_image', $2::text) from public.blog_posts where slug = 'linked'`,
      people.admin,
      address('c'),
    )
    expect(await after(40)).toBe(0)
    await asAdmin(post, 'again', address('d'), '')
    expect(await after(60)).toBe(0)
    await asAdmin(`delete from public.blog_posts where slug = 'again'`)
    expect(await after(71)).toBe(1)
    expect(await kept()).toBe('aaabbbcccddd')
    expect(await after(72 + 30)).toBe(1)
    expect(await kept()).toBe('aaabbbccc')
  })
})
