import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { simulatedMediaAddress } from '../../server/providers/phone/simulated-phone.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createPhoneWorld, SITE, type PhoneWorld } from './conversations.fixture.ts'
import { signMediaAddress } from './outgoing-media.server.ts'

const uploaded = z.object({ id: z.string() })

describeBothDatabases('files of texts', (open) => {
  let directory: string
  let world: PhoneWorld
  let picture: Buffer
  let texts = 0
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'media-'))
    world = await createPhoneWorld(await open(), { DATA_DIR: directory })
    picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
      .withExif({ IFD0: { Copyright: 'Secret place' } })
      .jpeg()
      .toBuffer()
  })
  beforeEach(() => world.nextNoon())
  afterAll(() => rm(directory, { recursive: true }))

  const send = (number: string, bytes: Uint8Array, query: Record<string, string> = {}) =>
    world.ask(`sandbox-picture?${new URLSearchParams({ number, type: 'image/jpeg', ...query })}`, {
      method: 'POST',
      body: new Uint8Array(bytes),
    })
  const listMedia = (number: string) =>
    world.rows(
      `select media.*, log.message from public.text_media as media join public.communication_logs as log on log.id = log_id
       where phone_number = $1 order by log.created_at, position`,
      number,
    )
  const receive = (number: string, fields: Record<string, string>) => {
    texts += 1
    const params = {
      MessageSid: `MM${String(texts).padStart(32, '0')}`,
      From: number,
      To: '+19105550142',
      Body: '',
      ...fields,
    }
    return { params, post: () => world.webhook('sms', params) }
  }

  test('a received picture is fetched, encoded again without its metadata, and shown to staff only', async () => {
    const { number } = await world.newContact()
    expect((await send(number, picture, { body: 'Our storefront' })).status).toBe(200)
    await world.pass(5)
    const [media] = await listMedia(number)
    expect(media).toMatchObject({
      message: 'Our storefront',
      position: 0,
      media_type: 'image/webp',
      file_name: 'picture-1.webp',
      problem: null,
    })
    const address = `text-media?id=${String(media?.['id'])}`
    const saved = await world.ask(address)
    expect(saved.headers.get('content-type')).toBe('application/octet-stream')
    const bytes = Buffer.from(await saved.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 30, height: 20 })
    expect(bytes.includes('Secret place')).toBe(false)
    const shown = await world.ask(`${address}&picture=1`)
    expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({ format: 'webp' })
    expect((await world.ask(address, {}, 'client')).status).toBe(403)
  })

  test('a repeated webhook with files stores nothing twice, and other kinds are kept to be saved', async () => {
    const { number } = await world.newContact()
    await send(number, picture)
    await world.pass(5)
    await send(number, Buffer.from('BEGIN:VCARD'), { type: 'text/vcard' })
    await world.pass(5)
    await send(number, Buffer.from('no picture at all'), { type: 'image/png' })
    await world.pass(5)
    const [sample] = await world.rows(
      'select provider_id from private.simulated_texts where number = $1',
      number,
    )
    const { params, post } = receive(number, {
      NumMedia: '2',
      MediaUrl0: simulatedMediaAddress(String(sample?.['provider_id']), 0),
      MediaContentType0: 'image/jpeg',
      MediaUrl1: simulatedMediaAddress(String(sample?.['provider_id']), 0),
      MediaContentType1: 'image/jpeg',
    })
    await Promise.all(Array.from({ length: 4 }, post))
    await world.pass(5)
    await post()
    await world.pass(5)
    expect(await listMedia(number)).toMatchObject([
      { file_name: 'picture-1.webp' },
      { file_name: 'attachment-1.vcf', media_type: 'text/vcard', size: 11 },
      { file_name: 'attachment-1.bin', media_type: 'application/octet-stream' },
      { file_name: 'picture-1.webp' },
      { file_name: 'picture-2.webp' },
    ])
    expect(
      await world.rows('select from public.communication_logs where provider_id = $1', params.MessageSid),
    ).toHaveLength(1)
  })

  test('a file from a foreign address is never fetched, and a too large one is refused in words', async () => {
    const { number } = await world.newContact()
    await receive(number, {
      NumMedia: '1',
      MediaUrl0: 'http://169.254.169.254/latest/meta-data',
      MediaContentType0: 'image/jpeg',
    }).post()
    await world.pass(5)
    await send(number, Buffer.alloc(5 * 1024 * 1024 + 1))
    await world.pass(5)
    expect(await listMedia(number)).toMatchObject([
      { stored_as: null, failure: 'foreign address', problem: 'Its address is not one of the carrier.' },
      { stored_as: null, failure: 'too large', problem: expect.stringContaining('larger than 5 MB.') },
    ])
  })

  test('a file that cannot be fetched is tried again, then said to be missing, and fetched when staff retry', async () => {
    const { number } = await world.newContact()
    await receive(number, {
      NumMedia: '1',
      MediaUrl0: simulatedMediaAddress('SMlate', 0),
      MediaContentType0: 'image/jpeg',
    }).post()
    await world.pass(60)
    expect(await listMedia(number)).toMatchObject([{ stored_as: null, failure: null, problem: null }])
    await world.pass(3_600)
    const [failed] = await listMedia(number)
    expect(failed).toMatchObject({
      stored_as: null,
      failure: 'gone',
      problem: expect.stringContaining('The carrier does not have it any more.'),
    })

    await world.rows(
      `insert into private.simulated_texts (provider_id, number, from_phone, body, at, media) values ('SMlate', $1, true, '', now(), $2)`,
      number,
      JSON.stringify([{ type: 'image/jpeg', base64: picture.toString('base64') }]),
    )
    expect((await world.call('retry-media', { id: failed?.['id'] }, 'client')).status).toBe(403)
    expect((await world.call('retry-media', { id: failed?.['id'] })).status).toBe(200)
    await world.pass(5)
    expect(await listMedia(number)).toMatchObject([
      { file_name: 'picture-1.webp', failure: null, problem: null },
    ])
  })

  const attach = async (contact: string) => {
    const query = new URLSearchParams({ contact, channel: 'text', name: 'plan.png' })
    const response = await world.ask(`upload-attachment?${query}`, {
      method: 'POST',
      body: new Uint8Array(picture),
    })
    return uploaded.parse(await response.json()).id
  }
  const sendText = (contactId: string, files: string[], fields: object = {}) =>
    world.call('send-sms', { contactId, phoneNumber: '', message: '', files, ...fields })
  const findSent = (number: string) =>
    world.row(
      'select media from private.simulated_texts where number = $1 and not from_phone order by id desc limit 1',
      number,
    )

  test('a text with pictures and no words is sent, and the carrier fetches each picture', async () => {
    const { id, number } = await world.newContact()
    const files = [await attach(id), await attach(id)]
    const idempotencyKey = randomUUID()
    const first = await sendText(id, files, { idempotencyKey })
    expect(first).toMatchObject({ status: 200, body: { success: true, status: 'sent' } })
    expect((await sendText(id, files, { idempotencyKey })).body).toMatchObject({ logId: first.body['logId'] })
    const { media } = await findSent(number)
    expect(media).toMatchObject([{ type: 'image/jpeg' }, { type: 'image/jpeg' }])
    expect(await listMedia(number)).toMatchObject([
      { file_name: 'plan.jpg', source: null },
      { file_name: 'plan.jpg', source: null },
    ])
    await world.pass(10)
    expect(await world.rows('select from private.unsent_files where contact_id = $1', id)).toEqual([])
  })

  test('a text with pictures obeys the rules of every text, and keeps its pictures when it is refused', async () => {
    const { id } = await world.newContact({ text_consent: false })
    const files = [await attach(id)]
    expect((await sendText(id, files)).status).toBe(409)
    expect(await world.rows('select from private.unsent_files where contact_id = $1', id)).toHaveLength(1)
    const four = Array.from({ length: 4 }, () => randomUUID())
    expect(await sendText(id, four)).toMatchObject({
      status: 400,
      body: { error: 'A text can carry at most 3 pictures.' },
    })
    expect((await sendText(id, [])).status).toBe(400)

    const other = await world.newContact()
    expect(await sendText(other.id, files)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('no longer here') },
    })
    world.advance(12 * 3_600_000)
    const late = await sendText(other.id, [await attach(other.id)])
    expect(late.body).toMatchObject({ status: 'scheduled', sendAt: expect.any(String) })
  })

  test('the address of a picture works for one picture and one hour, thirty times, and nothing else opens it', async () => {
    const { id, number } = await world.newContact()
    await sendText(id, [await attach(id)])
    const [sent] = await listMedia(number)
    const sign = (media: string) =>
      signMediaAddress(media, { siteUrl: SITE, secret: world.config.keys.jwtSecret ?? '' }, world.now())
    const address = sign(String(sent?.['id']))
    const found = await world.visit(address)
    expect([found.status, found.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(found.headers.get('cache-control')).toBe('no-store')

    const wrong = [
      address.replace(/until=\d+/, 'until=99999999999'),
      address.replace(/id=.{8}/, 'id=00000000'),
      address.replace(/key=..../, 'key=AAAA'),
      address.replace(/&key=.*/, ''),
      sign(randomUUID()),
    ]
    await send(number, picture)
    await world.pass(5)
    const received = (await listMedia(number)).find((media) => media['source'] !== null)
    wrong.push(sign(String(received?.['id'])))
    for (const one of wrong) expect((await world.visit(one)).status).toBe(404)

    const answers = await Promise.all(Array.from({ length: 35 }, () => world.visit(address)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
    world.advance(3_600_000)
    expect((await world.visit(address)).status).toBe(404)
  })

  test('erasing a person erases the files of their texts', async () => {
    const { id, number } = await world.newContact()
    await send(number, picture)
    await world.pass(5)
    expect(await listMedia(number)).toHaveLength(1)
    const { body } = await world.call('personal-data', { action: 'erase', contactId: id }, 'admin')
    expect(body).toMatchObject({ success: true, erased: { 'public.text_media': 1 } })
    expect(await listMedia(number)).toEqual([])
  })
})
