import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createDiskFiles } from '../../server/files/disk-files.ts'
import { createSmtpMail } from '../../server/mail/smtp-mail.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { startMailServer, type MailServer } from '../../tests/support/mail-server.ts'
import { createPhoneWorld, type PhoneWorld } from '../conversations/conversations.fixture.ts'
import { parseMail } from '../email/email.server.ts'
import type { Database } from '../../platform/database/database.ts'
import { removeUnusedAttachments } from './attachments.server.ts'

const MEGABYTE = 1024 * 1024
const DAY = 86_400_000
const uploaded = z.object({ id: z.string(), name: z.string(), size: z.number() })

describeBothDatabases('files staff attach', (open) => {
  let database: Database
  let directory: string
  let server: MailServer
  let world: PhoneWorld
  let people = 0
  beforeAll(async () => {
    database = await open()
    directory = await mkdtemp(join(tmpdir(), 'attached-'))
    server = await startMailServer()
    const mail = createSmtpMail({ url: server.url, from: 'post@agency.test' })
    world = await createPhoneWorld(database, { DATA_DIR: directory }, mail)
  })
  beforeEach(() => world.nextNoon())
  afterAll(async () => {
    await server.close()
    await rm(directory, { recursive: true })
  })

  const files = () => createDiskFiles(join(directory, 'files'))
  const stored = async () => (await files().list('attachments')).length
  const newPerson = async () => {
    people += 1
    return world.newContact({ email: `attached-${people}@customer.example` })
  }
  const upload = (
    contact: string,
    bytes: Uint8Array,
    query: Record<string, string> = {},
    as?: 'admin' | 'client',
  ) =>
    world.ask(
      `upload-attachment?${new URLSearchParams({ contact, channel: 'email', name: 'offer.pdf', type: 'application/pdf', ...query })}`,
      { method: 'POST', body: new Uint8Array(bytes) },
      as,
    )
  const attach = async (...args: Parameters<typeof upload>) => {
    const response = await upload(...args)
    expect(response.status).toBe(200)
    return uploaded.parse(await response.json())
  }
  const mail = (contactId: string, ids: string[], fields: object = {}) =>
    world.call('send-email', {
      contactId,
      subject: 'The offer',
      message: 'Here it is.',
      files: ids,
      ...fields,
    })
  const purge = () =>
    removeUnusedAttachments({
      database,
      files: files(),
      // Files have the machine's time.
      clock: () => new Date(Math.max(Date.now() + 2 * 3_600_000, world.now().getTime())),
      log: pino({ level: 'silent' }),
    })

  test('an email carries its attachments in order, and staff download them from the thread', async () => {
    const { id } = await newPerson()
    const [pdf, odd] = [randomBytes(40_000), randomBytes(10)]
    const first = await attach(id, pdf)
    const second = await attach(id, odd, { name: '../Ün‮ï/“a”\r\n.bin', type: 'text/html; x=y\r\nBcc: a@b.c' })
    expect([first.name, second.name]).toEqual(['offer.pdf', '“a”.bin'])
    const idempotencyKey = randomUUID()
    const answers = [
      await mail(id, [first.id, second.id], { idempotencyKey }),
      await mail(id, [first.id, second.id], { idempotencyKey }),
    ]
    expect(answers).toMatchObject([{ body: { status: 'sent' } }, { body: { status: 'sent' } }])

    const letters = server.lettersTo(`attached-${people}@customer.example`)
    expect(letters).toHaveLength(1)
    const { attachments, body } = await parseMail(letters[0]?.raw ?? Buffer.alloc(0))
    expect(body).toBe('Here it is.')
    expect(
      attachments.map(({ fileName, mediaType, content }) => [fileName, mediaType, content.byteLength]),
    ).toEqual([
      ['offer.pdf', 'application/pdf', 40_000],
      ['“a”.bin', 'text/html', 10],
    ])
    expect(pdf.equals(attachments[0]?.content ?? new Uint8Array())).toBe(true)

    const rows = await world.rows(
      `select attachment.id, file_name, media_count from public.email_attachments as attachment
       join public.communication_logs as log on log.id = log_id where contact_id = $1 order by position`,
      id,
    )
    expect(rows).toMatchObject([
      { file_name: 'offer.pdf', media_count: 2 },
      { file_name: '“a”.bin', media_count: 2 },
    ])
    const download = await world.ask(`email-attachment?id=${String(rows[0]?.['id'])}`)
    expect(download.headers.get('content-type')).toBe('application/octet-stream')
    expect(Buffer.from(await download.arrayBuffer()).equals(pdf)).toBe(true)
    expect(await world.rows('select from private.unsent_files where contact_id = $1', id)).toEqual([])
  })

  test('an upload is refused in words: too large, empty, unknown contact, no picture, or no staff', async () => {
    const { id } = await newPerson()
    expect(await refused(await upload(id, new Uint8Array(10 * MEGABYTE + 1)))).toEqual([
      413,
      'The file is larger than 10 MB.',
    ])
    expect(await refused(await upload(id, new Uint8Array()))).toEqual([400, 'This file is empty.'])
    expect(await refused(await upload(randomUUID(), randomBytes(5)))).toEqual([
      404,
      'This contact does not exist any more.',
    ])
    expect(await refused(await upload(id, randomBytes(50), { channel: 'text' }))).toEqual([
      415,
      'offer.pdf is no picture that can be sent. Please use JPEG, PNG, GIF or WebP.',
    ])
    expect((await upload(id, randomBytes(5), { channel: 'fax' })).status).toBe(400)
    expect((await upload(id, randomBytes(5), {}, 'client')).status).toBe(403)
  })

  test('send-email refuses too many files, too large ones and files of other staff, and keeps them all', async () => {
    const { id } = await newPerson()
    const other = await newPerson()
    const large = [
      await attach(id, randomBytes(9 * MEGABYTE)),
      await attach(id, randomBytes(9 * MEGABYTE)),
      await attach(id, randomBytes(9 * MEGABYTE)),
    ].map((file) => file.id)
    expect(await mail(id, large)).toMatchObject({
      status: 409,
      body: { error: 'Together these files have 27.0 MB. An email can carry at most 20 MB.' },
    })
    expect(
      await mail(
        id,
        Array.from({ length: 11 }, () => randomUUID()),
      ),
    ).toMatchObject({
      status: 400,
      body: { error: 'An email can carry at most 10 files.' },
    })
    const missing = { status: 409, body: { error: expect.stringContaining('no longer here') } }
    expect(await mail(other.id, large.slice(0, 1))).toMatchObject(missing)
    const admins = await attach(id, randomBytes(5), {}, 'admin')
    expect(await mail(id, [admins.id])).toMatchObject(missing)
    expect((await mail(id, large.slice(0, 2))).status).toBe(200)
  })

  test('files that were never sent are purged after a week, and those of an erased person with them', async () => {
    await purge()
    const before = await stored()
    const { id } = await newPerson()
    const erased = await newPerson()
    await attach(id, randomBytes(1_000))
    const sent = await attach(erased.id, randomBytes(1_000))
    await attach(erased.id, randomBytes(1_000))
    expect((await mail(erased.id, [sent.id])).status).toBe(200)
    await purge()
    expect(await stored()).toBe(before + 3)

    const summary = await world.call('personal-data', { action: 'export', contactId: erased.id }, 'admin')
    expect(JSON.stringify(summary.body)).toMatch(/email_attachments.*offer\.pdf.*unsent_files.*offer\.pdf/)
    await world.call('personal-data', { action: 'erase', contactId: erased.id }, 'admin')
    await purge()
    expect(await stored()).toBe(before + 1)

    world.advance(8 * DAY)
    await purge()
    const sentFiles = await world.rows('select distinct stored_as from public.email_attachments')
    expect(await stored()).toBe(sentFiles.length)
    expect(await world.rows('select from private.unsent_files')).toEqual([])
  })

  test('a large picture for a text is re-encoded in at most 600 kB, without its metadata', async () => {
    const { id } = await newPerson()
    const noise = await sharp({
      create: {
        width: 2_400,
        height: 1_800,
        channels: 3,
        background: 'white',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .withExif({ IFD0: { Copyright: 'Secret place' } })
      .jpeg({ quality: 95 })
      .toBuffer()
    expect(noise.byteLength).toBeGreaterThan(600_000)
    const { id: file, name, size } = await attach(id, noise, { channel: 'text', name: 'harbor.jpeg' })
    expect(name).toBe('harbor.jpg')
    expect(size).toBeLessThanOrEqual(600_000)
    const [row] = await world.rows('select stored_as from private.unsent_files where id = $1', file)
    const kept = await files().find(String(row?.['stored_as']))
    expect(Buffer.from(kept ?? []).includes('Secret place')).toBe(false)
    expect(await sharp(kept ?? undefined).metadata()).toMatchObject({ format: 'jpeg' })
  })
})

async function refused(response: Response): Promise<[number, string]> {
  return [response.status, z.object({ error: z.string() }).parse(await response.json()).error]
}
