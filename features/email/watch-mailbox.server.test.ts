import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { readConfig } from '../../server/config.ts'
import { createDiskFiles } from '../../server/files/disk-files.ts'
import { openEmbedded, openServer } from '../../tests/support/databases.ts'
import { startImapServer, type ImapServer } from '../../tests/support/imap-server.ts'
import { watchMailbox } from './watch-mailbox.server.ts'

let database: Database
let imap: ImapServer
let directory: string
let watchers: { stop: () => Promise<void> }[] = []

beforeAll(async () => {
  database = await openEmbedded()
  imap = await startImapServer()
  directory = await mkdtemp(join(tmpdir(), 'mail-'))
  await rows(`insert into public.crm_contacts (first_name, email) values ('Ana', 'ana@customer.example')`)
})
afterAll(async () => {
  await Promise.all(watchers.map(({ stop }) => stop()))
  await imap.close()
  await rm(directory, { recursive: true })
})

const rows = async (sql: string) => (await asService(database, (tx) => tx.query(sql))).rows

function watch(on = database) {
  const config = readConfig({ PUBLIC_SITE_URL: 'https://agency.test', MAILBOX_URL: imap.url })
  const { mailbox } = config.mail
  if (mailbox === undefined) throw new Error('No mailbox')
  const parts = {
    config,
    database: on,
    files: createDiskFiles(directory),
    clock: () => new Date(),
    log: pino({ level: 'silent' }),
  }
  const watcher = watchMailbox({ ...parts, mailbox })
  watchers.push(watcher)
  return watcher
}

function mail(n: string, from = 'ana@customer.example', to = 'desk@agency.test'): string {
  return `From: ${from}\r\nTo: ${to}\r\nSubject: Mail ${n}\r\nMessage-ID: <${n}@customer.example>\r\n\r\nThis is ${n}`
}

const subjects = async () =>
  (
    await rows(
      `select subject from public.email_messages join public.communication_logs on id = log_id order by uid_validity, folder, uid`,
    )
  ).map(({ subject }) => subject)
const positions = () =>
  rows('select folder, last_uid::integer from private.mailbox_positions order by folder')
const eventually = (probe: () => Promise<unknown>, wanted: unknown) =>
  expect.poll(probe, { timeout: 30_000, interval: 50 }).toEqual(wanted)

test('watchMailbox starts at the present, and files new mail of both folders without changing the mailbox', async () => {
  imap.deliver('INBOX', mail('before'))
  watch()
  await eventually(positions, [
    { folder: 'inbox', last_uid: 1 },
    { folder: 'sent', last_uid: 0 },
  ])
  imap.deliver('Sent Items', mail('answer', 'desk@agency.test', 'ana@customer.example'))
  imap.deliver('INBOX', mail('one'))
  await eventually(subjects, ['Mail one', 'Mail answer'])
  expect(
    imap.commands.filter(
      (words) =>
        !/^(LOGIN|CAPABILITY|LIST|LSUB|EXAMINE|UID SEARCH|UID FETCH .*PEEK|IDLE|NOOP|LOGOUT|ID|NAMESPACE)/.test(
          words,
        ),
    ),
  ).toEqual([])
})

test('watchMailbox continues where it stopped after the connection was cut', async () => {
  imap.cut()
  imap.deliver('INBOX', '')
  imap.deliver('INBOX', mail('two'))
  await eventually(subjects, ['Mail one', 'Mail two', 'Mail answer'])
  expect(await rows('select uid::integer, reason from private.mailbox_problems')).toEqual([
    { uid: 3, reason: 'It has no author.' },
  ])
})

test('watchMailbox recognizes known mail after the folder got new UIDs, and repeats refused commands', async () => {
  await Promise.all(watchers.map(({ stop }) => stop()))
  let refusals = 1
  imap.refuses = (words) => words.startsWith('UID SEARCH') && refusals-- > 0
  const inbox = imap.folders['INBOX']
  if (inbox === undefined) throw new Error('No INBOX')
  inbox.uidValidity = 2
  inbox.mails = inbox.mails.map(({ raw }, n) => ({ uid: n + 100, raw }))
  imap.deliver('INBOX', mail('three'))
  watch()
  await eventually(subjects, ['Mail one', 'Mail two', 'Mail answer', 'Mail before', 'Mail three'])
  expect(
    await rows("select uid_validity::integer from private.mailbox_positions where folder = 'inbox'"),
  ).toEqual([{ uid_validity: 2 }])
  await Promise.all(watchers.map(({ stop }) => stop()))
})

test('only one of two instances watches the mailbox, and the other takes over', async () => {
  const shared = await openServer()
  await asService(shared, (tx) =>
    tx.query(`insert into public.crm_contacts (first_name, email) values ('Ana', 'ana@customer.example')`),
  )
  const last = async () =>
    (
      await asService(shared, (tx) =>
        tx.query<{ subject: string }>('select subject from public.email_messages order by uid desc limit 1'),
      )
    ).rows[0]?.subject
  imap.commands.length = 0
  const first = watch(shared)
  await expect.poll(() => imap.commands.at(-1), { timeout: 30_000 }).toBe('IDLE')
  imap.commands.length = 0
  const second = watch(shared)
  imap.deliver('INBOX', mail('four'))
  await eventually(last, 'Mail four')
  expect(imap.commands.filter((words) => words.startsWith('LOGIN'))).toEqual([])
  await first.stop()
  imap.deliver('INBOX', mail('five'))
  await eventually(last, 'Mail five')
  await second.stop()
})
