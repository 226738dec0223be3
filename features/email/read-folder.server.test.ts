import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImapFlow } from 'imapflow'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { FileStoreError, type FileStore } from '../../platform/storage/file-store.ts'
import { createDiskFiles } from '../../server/files/disk-files.ts'
import { openEmbedded } from '../../tests/support/databases.ts'
import { startImapServer, type ImapServer } from '../../tests/support/imap-server.ts'
import { createReceiver } from './email.fixture.ts'
import { createMailParser, type MailParser } from './mail-parser.server.ts'
import { connect } from './mailbox-connection.server.ts'
import { readFolder, type FolderReading } from './read-folder.server.ts'

let database: Database
let imap: ImapServer
let client: ImapFlow
let directory: string
let parser: MailParser
let reading: FolderReading
let isFull = false

beforeAll(async () => {
  database = await openEmbedded()
  imap = await startImapServer()
  directory = await mkdtemp(join(tmpdir(), 'folder-'))
  parser = createMailParser()
  const disk = createDiskFiles(directory)
  const files: FileStore = {
    ...disk,
    put: async (name, bytes, type) => {
      if (isFull) throw new FileStoreError('The disk is full')
      await disk.put(name, bytes, type)
    },
  }
  reading = {
    database,
    clock: () => new Date(),
    log: pino({ level: 'silent' }),
    receiver: createReceiver({ database, parser, files }),
    turn: { take: async () => true },
    attempts: new Map(),
  }
  client = connect({ url: imap.url, sentFolder: undefined, authServer: undefined }, () => undefined)
  await client.connect()
  await rows(`insert into public.crm_contacts (first_name, email) values ('Ana', 'ana@customer.example')`)
  await read()
})
afterAll(async () => {
  client.close()
  await parser.close()
  await imap.close()
  await rm(directory, { recursive: true })
})

const rows = async (sql: string) => (await asService(database, (tx) => tx.query(sql))).rows
const subjects = () => rows('select subject from public.email_messages order by uid')
const read = () =>
  readFolder(client, reading, { folder: 'inbox', path: 'INBOX', signal: new AbortController().signal })

function deliver(subject: string): void {
  const parts = [
    'Content-Type: text/plain\r\n\r\nHello',
    'Content-Type: application/pdf\r\nContent-Disposition: attachment; filename=plan.pdf\r\n\r\n%PDF',
  ]
  imap.deliver(
    'INBOX',
    `From: ana@customer.example\r\nSubject: ${subject}\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n${parts.map((part) => `--x\r\n${part}\r\n`).join('')}--x--\r\n`,
  )
}

test('readFolder keeps a mail waiting for as long as the file store fails', async () => {
  deliver('With a plan')
  isFull = true
  for (let attempt = 0; attempt < 8; attempt += 1) await expect(read()).rejects.toThrow('The disk is full')
  isFull = false
  await read()
  expect(await subjects()).toEqual([{ subject: 'With a plan' }])
})

test('readFolder records a mail that the mail server refuses five times, and reads the next one', async () => {
  deliver('Refused')
  deliver('Next')
  imap.refuses = (words) => words.startsWith('UID FETCH 2 ')
  for (let attempt = 0; attempt < 5; attempt += 1) await expect(read()).rejects.toThrow('Command failed')
  await read()
  expect(await subjects()).toEqual([{ subject: 'With a plan' }, { subject: 'Next' }])
  expect(await rows('select uid::integer, reason from private.mailbox_problems')).toEqual([
    { uid: 2, reason: 'The mail server does not hand it over.' },
  ])
})

test('readFolder does not pass over recent mail when its search is refused after the UIDs changed', async () => {
  const inbox = imap.folders['INBOX']
  if (inbox === undefined) throw new Error('No INBOX')
  inbox.uidValidity = 2
  deliver('After the change')
  imap.refuses = (words) => words.startsWith('UID SEARCH')
  await expect(read()).rejects.toThrow('refused a search')
  imap.refuses = () => false
  await read()
  expect(await subjects()).toContainEqual({ subject: 'After the change' })
})
