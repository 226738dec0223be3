import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { createDiskFiles } from '../../server/files/disk-files.ts'
import { createRandom } from '../../tests/faults/random.ts'
import { describeBothDatabases, openServer } from '../../tests/support/databases.ts'
import {
  AUTH_SERVER,
  createReceiver,
  findMistakes,
  OWN,
  seedCorrespondents,
  STAFF,
  toIncoming,
} from './email.fixture.ts'
import { writeCorpus, type Correspondent, type CorpusMail } from './mail-corpus.fixture.ts'
import { createMailParser } from './mail-parser.server.ts'
import type { MailReceiver } from './incoming-mail.server.ts'
import { receiveMail } from './receive-mail.server.ts'
import { receiveWithStops } from './stop-at-every-step.fixture.ts'
import { removeUnusedAttachments } from '../attachments/attachments.server.ts'

/** A mail with a file. */
const writeMail = (n: number, from: string, to: string) =>
  Buffer.from(
    [
      `From: ${from}`,
      `To: ${to}`,
      `Message-ID: <limit-${n}@mail.example>`,
      'Subject: A file',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b\r\nContent-Type: text/plain\r\n\r\nSee the file.',
      `--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=limit-${n}.pdf\r\n\r\nfile ${n}`,
      '--b--\r\n',
    ].join('\r\n'),
  )

describeBothDatabases('received mail', (open) => {
  let database: Database
  let directory: string
  let receiver: MailReceiver
  let people: Correspondent[]
  let mails: CorpusMail[]
  const parser = createMailParser()
  beforeAll(async () => {
    database = await open()
    directory = await mkdtemp(join(tmpdir(), 'mail-'))
    receiver = createReceiver({ database, parser, files: createDiskFiles(directory) })
    people = await seedCorrespondents(database, 12)
    mails = writeCorpus(90, {
      people,
      own: OWN,
      staff: STAFF,
      authServer: AUTH_SERVER,
      random: createRandom(7),
      largest: 2_000_000,
    })
  })
  afterAll(async () => {
    await parser.close()
    await rm(directory, { recursive: true })
  })
  const rows = async (sql: string, ...values: unknown[]) =>
    (await asService(database, (tx) => tx.query(sql, values))).rows

  test('receiveMail files mails of every shape under the right contact, none twice, and leaves the rest alone', async () => {
    for (const [n, mail] of mails.entries()) await receiveMail(receiver, toIncoming(mail, n + 1))
    expect(await findMistakes(database, mails)).toEqual([])
    expect(new Set(mails.map(({ shape }) => shape)).size).toBeGreaterThan(65)
  })

  test('receiveMail changes nothing when every mail is handed over again, at its old or at a new position', async () => {
    const logs = 'select count(*)::integer as logs from public.communication_logs'
    const before = await rows(logs)
    for (const [n, mail] of mails.entries()) await receiveMail(receiver, toIncoming(mail, n + 1))
    for (const [n, mail] of mails.entries())
      await receiveMail(receiver, toIncoming(mail, mails.length + n + 1))
    expect(await rows(logs)).toEqual(before)
    expect(await findMistakes(database, mails)).toEqual([])
  })

  test('removeUnusedAttachments deletes the files of erased mail and keeps the others', async () => {
    const stored = async () => (await receiver.files.list('attachments')).length
    const before = await stored()
    const [kept] = await rows(
      'select count(distinct stored_as)::integer as files from public.email_attachments where stored_as is not null',
    )
    expect(kept).toEqual({ files: before })
    await rows(
      `delete from public.communication_logs where id = (select log_id from public.email_attachments where file_name like '%.pdf' limit 1)`,
    )
    const later = new Date(Date.now() + 2 * 3_600_000)
    await removeUnusedAttachments({
      database,
      files: receiver.files,
      clock: () => later,
      log: pino({ level: 'silent' }),
    })
    expect(await stored()).toBe(before - 1)
  })

  /** Whether the file of a mail to or from this person is kept. */
  const isKept = async (n: number, folder: 'inbox' | 'sent', { address }: Correspondent) => {
    const raw = folder === 'sent' ? writeMail(n, STAFF, address) : writeMail(n, address, OWN)
    expect(await receiveMail(receiver, toIncoming({ raw, folder }, 1_000 + n))).toBe('filed')
    const [file] = await rows(
      'select stored_as is not null as kept from public.email_attachments where file_name = $1',
      `limit-${n}.pdf`,
    )
    return file?.['kept']
  }
  /** As if an email of today had a file of 200 MiB. */
  const fill = ({ id }: Correspondent, direction: 'inbound' | 'outbound', folder: string | null) =>
    rows(
      `with log as (
         insert into public.communication_logs (type, direction, contact_id, phone_number, message, status, created_at)
         values ('email', $2, $1, 'x@customer.example', 'A file', 'sent', '2026-11-23T17:00:00Z') returning id),
       email as (
         insert into public.email_messages (log_id, message_id, from_address, author, folder)
         select id, '<' || id || '@mail.example>', 'x@customer.example', 'us', $3 from log)
       insert into public.email_attachments (log_id, position, file_name, media_type, size, stored_as)
       select id, 0, 'large.pdf', 'application/pdf', 200 * 1024 * 1024, 'attachments/' || repeat('0', 64) from log`,
      id,
      direction,
      folder,
    )

  test('attachments of sent mail leave the daily limit of received ones alone, and the other way round', async () => {
    const [person, other] = [people[1], people[2]]
    if (person === undefined || other === undefined) throw new Error('Nobody was seeded.')
    await fill(person, 'outbound', null)
    expect(await isKept(1, 'sent', person)).toBe(true)
    await fill(person, 'outbound', 'sent')
    expect(await isKept(2, 'sent', person)).toBe(false)
    expect(await isKept(3, 'inbox', person)).toBe(true)
    await fill(person, 'inbound', 'inbox')
    expect(await isKept(4, 'inbox', person)).toBe(false)
    await fill(other, 'inbound', 'inbox')
    expect(await isKept(5, 'sent', other)).toBe(true)
  })

  test('the notification of a new mail separates its subject from its text', async () => {
    const [person] = people
    if (person === undefined) throw new Error('Nobody was seeded.')
    await receiveMail(
      receiver,
      toIncoming({ raw: writeMail(6, person.address, OWN), folder: 'inbox' }, 2_000),
    )
    const [note] = await rows(
      `select message from public.notifications where kind = 'email' and contact_id = $1 and message like '%A file%'`,
      person.id,
    )
    expect(note?.['message']).toMatch(/: A file\. See the file\.$/)
  })
})

test('receiveMail loses and doubles nothing when it stops before or after any commit or stored file', async () => {
  const database = await openServer()
  const directory = await mkdtemp(join(tmpdir(), 'mail-'))
  const parser = createMailParser()
  const options = {
    database,
    files: createDiskFiles(directory),
    parser,
    people: 12,
    count: 90,
    seed: 3,
    largest: 50_000,
    stopped: 0.3,
  }
  const { stops, mistakes } = await receiveWithStops(options)
  expect(mistakes).toEqual([])
  expect(stops).toBeGreaterThan(40)
  await parser.close()
  await rm(directory, { recursive: true })
})
