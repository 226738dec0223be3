import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { createDiskFiles } from '../../server/files/disk-files.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { startImapServer, type ImapServer } from '../../tests/support/imap-server.ts'
import { createPhoneWorld, type PhoneWorld } from '../conversations/conversations.fixture.ts'
import { watchMailbox } from './watch-mailbox.server.ts'

describeBothDatabases('an opt-out in the watched mailbox', (open) => {
  let database: Database
  let imap: ImapServer
  let directory: string
  let world: PhoneWorld
  let watcher: { stop: () => Promise<void> } | undefined
  beforeAll(async () => {
    database = await open()
    imap = await startImapServer()
    directory = await mkdtemp(join(tmpdir(), 'opt-out-'))
    world = await createPhoneWorld(database, { MAILBOX_URL: imap.url, DATA_DIR: directory })
  })
  afterAll(async () => {
    await watcher?.stop()
    await imap.close()
    await rm(directory, { recursive: true })
  })

  function deliver(n: string, body: string): void {
    imap.deliver(
      'INBOX',
      `From: ana@customer.example\r\nTo: desk@agency.test\r\nSubject: Mail ${n}\r\nMessage-ID: <${n}@customer.example>\r\n\r\n${body}`,
    )
  }
  const count = async (sql: string) => (await world.rows(sql)).length

  test('words that ask to stop hold for emails and texts within five seconds of their arrival', async () => {
    const { id, number } = await world.newContact({ email: 'ana@customer.example' })
    const mail = () => world.call('send-email', { contactId: id, subject: 'Hello', message: 'Hi' })
    const text = () => world.call('send-sms', { contactId: id, phoneNumber: number, message: 'Hi' })
    const { mailbox } = world.config.mail
    if (mailbox === undefined) throw new Error('No mailbox')
    watcher = watchMailbox({
      config: world.config,
      database,
      mailbox,
      files: createDiskFiles(join(directory, 'files')),
      clock: world.now,
      log: pino({ level: 'silent' }),
    })
    await expect.poll(() => imap.commands.includes('IDLE'), { timeout: 30_000 }).toBe(true)
    deliver('first', 'When can we talk?')
    await expect
      .poll(() => count(`select from public.communication_logs where direction = 'inbound'`), {
        timeout: 30_000,
      })
      .toBe(1)
    expect([(await mail()).status, (await text()).status]).toEqual([200, 200])

    deliver('stop', 'Please stop emailing me.\r\n\r\nAna')
    await expect
      .poll(() => count('select from public.email_opt_outs'), { timeout: 5_000, interval: 50 })
      .toBe(1)
    expect(await mail()).toMatchObject({ status: 409, body: { error: expect.stringContaining('opted out') } })
    expect((await text()).status).toBe(409)
    expect(imap.commands.filter((words) => words.startsWith('EXAMINE')).length).toBeLessThan(20)
  })
})
