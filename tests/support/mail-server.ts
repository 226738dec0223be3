import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  recipients: string[]
  raw: Buffer
  /** The raw message, quoted-printable decoded. */
  source: string
  /** The raw header fields, unfolded. */
  head: string
}

/** An SMTP server on loopback that stores mails and can refuse recipients. */
export interface MailServer {
  url: string
  taken: ReceivedMail[]
  /** Reply codes for recipients to refuse: 450 temporarily, 550 permanently. */
  refuse: Map<string, 450 | 550>
  /** While true, the server accepts mails and cuts the connection before its reply. */
  cutAnswers: boolean
  lettersTo: (address: string) => ReceivedMail[]
  listen: () => Promise<void>
  close: () => Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  let server: SMTPServer | undefined
  let port = 0
  const mailServer: MailServer = {
    url: '',
    taken: [],
    refuse: new Map(),
    cutAnswers: false,
    lettersTo: (address) => mailServer.taken.filter(({ recipients }) => recipients.includes(address)),
    listen: async () => {
      const opened = newServer(mailServer)
      server = opened
      await new Promise<void>((resolve) => {
        opened.listen(port, '127.0.0.1', resolve)
      })
      const address = opened.server.address()
      if (typeof address === 'object' && address !== null) port = address.port
      mailServer.url = `smtp://127.0.0.1:${port}`
    },
    close: () => new Promise((resolve) => (server === undefined ? resolve() : server.close(resolve))),
  }
  await mailServer.listen()
  return mailServer
}

function newServer(mailServer: MailServer): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, callback) => {
      const code = mailServer.refuse.get(address)
      callback(
        code === undefined ? null : Object.assign(new Error('Not this mailbox'), { responseCode: code }),
      )
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        const bytes = Buffer.concat(chunks)
        mailServer.taken.push({ recipients, raw: bytes, source: decode(bytes), head: readHeaders(bytes) })
        if (!mailServer.cutAnswers) return callback()
        for (const connection of server.connections) connection.close()
      })
    },
  })
  // Connections cut on purpose are reported here, too.
  server.on('error', () => undefined)
  return server
}

function readHeaders(source: Buffer): string {
  const [head = ''] = source.toString('latin1').replaceAll('\r\n', '\n').split('\n\n')
  return head.replaceAll(/\n[ \t]+/g, ' ')
}

function decode(source: Buffer): string {
  const bytes = source
    .toString('latin1')
    .replaceAll('\r\n', '\n')
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
