import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { type Server, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chooseMail } from './choose-mail.ts'
import { MailError, type MailMessage, type MailProvider } from './mail-provider.ts'

const message: MailMessage = {
  to: 'ann@example.com',
  subject: 'Your link, Zoë',
  text: 'Open this:\n\nhttp://site.test/login?type=signup&token_hash=abc\n',
  messageId: '<one@site.test>',
}

interface Post {
  provider: MailProvider
  /** The sources of delivered messages. */
  delivered(): Promise<string[]>
  /** Makes all later deliveries fail. */
  breakDown(): Promise<void>
  close(): Promise<void>
}

describe.each([
  { name: 'files', simulated: true, open: openFiles },
  { name: 'SMTP', simulated: false, open: openSmtp },
])('mail by $name', ({ simulated, open }) => {
  let post: Post
  beforeEach(async () => {
    post = await open()
  })
  afterEach(() => post.close())

  test('a mail provider reports whether it is simulated', () => {
    expect(post.provider.simulated).toBe(simulated)
  })

  test('a mail provider delivers text, sender and the stable id', async () => {
    await post.provider.send(message)
    const [source] = await post.delivered()
    expect(source).toContain('To: ann@example.com')
    expect(source).toContain('From: post@site.test')
    expect(source).toContain('Message-ID: <one@site.test>')
    expect(source).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(source).toContain('http://site.test/login')
  })

  test('a line break in the subject adds no mail header', async () => {
    await post.provider.send({ ...message, subject: 'Hello\r\nBcc: somebody@example.com' })
    const [source] = await post.delivered()
    expect(source).not.toMatch(/^Bcc:/m)
  })

  test('a mail provider throws MailError when a message is not accepted', async () => {
    await post.breakDown()
    await expect(post.provider.send(message)).rejects.toThrow(MailError)
  })
})

test('a repeated message writes one private file and logs its link', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'mail-'))
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => lines.push(line) })
  const mail = chooseMail(settings(dataDirectory, undefined), log)
  await mail.send(message)
  await mail.send(message)
  const files = await readdir(join(dataDirectory, 'mail'))
  expect(files).toHaveLength(1)
  expect((await stat(join(dataDirectory, 'mail', files[0] ?? ''))).mode & 0o777).toBe(0o600)
  expect(lines[0]).toContain('http://site.test/login?type=signup&token_hash=abc')
  await rm(dataDirectory, { recursive: true })
})

async function openFiles(): Promise<Post> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'mail-'))
  const directory = join(dataDirectory, 'mail')
  return {
    provider: chooseMail(settings(dataDirectory, undefined), pino({ level: 'silent' })),
    delivered: async () => {
      const files = await readdir(directory)
      return Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')))
    },
    breakDown: async () => {
      await rm(dataDirectory, { recursive: true })
      await writeFile(dataDirectory, 'a file where the directory should be')
    },
    close: () => rm(dataDirectory, { recursive: true }),
  }
}

async function openSmtp(): Promise<Post> {
  const sources: string[] = []
  const server = createSmtpServer(sources)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return {
    provider: chooseMail(settings(tmpdir(), `smtp://127.0.0.1:${port}`), pino({ level: 'silent' })),
    delivered: async () => sources,
    breakDown: close,
    close: () => (server.listening ? close() : Promise.resolve()),
  }
}

/** Implements just enough of RFC 5321 to accept a message. */
function createSmtpServer(sources: string[]): Server {
  return createServer((socket) => {
    let source: string | null = null
    let pending = ''
    socket.write('220 test\r\n')
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (pending + chunk).split('\r\n')
      pending = lines.pop() ?? ''
      for (const line of lines) handle(line)
    })

    function handle(line: string): void {
      if (source === null) return command(line)
      if (line !== '.') {
        source += `${line}\r\n`
        return
      }
      sources.push(source)
      source = null
      socket.write('250 taken\r\n')
    }

    function command(line: string): void {
      if (line === 'QUIT') {
        socket.end('221 bye\r\n')
      } else if (line === 'DATA') {
        source = ''
        socket.write('354 go on\r\n')
      } else {
        socket.write('250 fine\r\n')
      }
    }
  })
}

function settings(dataDirectory: string, smtpUrl: string | undefined) {
  return {
    dataDirectory,
    siteUrl: 'http://site.test',
    mail: { smtpUrl, from: 'post@site.test', leadsTo: undefined },
  }
}
