import { createServer, type Socket } from 'node:net'

export interface ImapFolder {
  uidValidity: number
  /** In the order of their UIDs. */
  mails: { uid: number; raw: Buffer; arrivedAt?: Date }[]
  /** Highest UID a client has asked for. */
  lastRead?: number
  specialUse?: string
}

/** An IMAP4rev1 server (RFC 3501) with IDLE on loopback, for one user. It allows no change. */
export interface ImapServer {
  url: string
  folders: Record<string, ImapFolder>
  /** Adds a mail and notifies connections in IDLE. */
  deliver: (folder: string, raw: Buffer | string) => void
  /** Cuts every connection. */
  cut: () => void
  /** Whether a command is answered with NO. */
  refuses: (words: string) => boolean
  /** Commands received, without their tags. */
  commands: string[]
  close: () => Promise<void>
}

interface Session {
  socket: Socket
  /** The open folder. */
  selected: string
  /** How many mails in it the client knows of. */
  told: number
  idles: boolean
}

const USER = 'desk@agency.test'
const CAPABILITIES = 'IMAP4rev1 IDLE SPECIAL-USE'

export async function startImapServer(): Promise<ImapServer> {
  const sessions = new Set<Session>()
  const server = createServer((socket) => {
    const session: Session = { socket, selected: '', told: 0, idles: false }
    sessions.add(session)
    let buffered = ''
    let idle = ''
    socket.on('error', () => undefined)
    socket.on('close', () => sessions.delete(session))
    socket.setEncoding('latin1')
    // Otherwise each answer of several lines waits 40 ms for an acknowledgment.
    socket.setNoDelay(true)
    socket.write(`* OK [CAPABILITY ${CAPABILITIES}] ready\r\n`)
    socket.on('data', (chunk: string) => {
      buffered += chunk
      for (let end = buffered.indexOf('\r\n'); end >= 0; end = buffered.indexOf('\r\n')) {
        const line = buffered.slice(0, end)
        buffered = buffered.slice(end + 2)
        if (line === 'DONE') {
          session.idles = false
          socket.write(`${idle} OK done\r\n`)
          continue
        }
        const [, tag = '', words = ''] = /^(\S+) (.*)$/.exec(line) ?? []
        imap.commands.push(words.replace(/^(LOGIN) .*/, '$1'))
        if (words.toUpperCase() === 'IDLE') {
          idle = tag
          session.idles = true
          socket.write('+ idling\r\n')
          tellNews(session)
        } else answer(session, { tag, words })
      }
    })
  })

  function answer(session: Session, { tag, words }: { tag: string; words: string }): void {
    const { socket } = session
    const say = (line: string) => socket.write(`${line}\r\n`)
    if (imap.refuses(words)) {
      say(`${tag} NO [UNAVAILABLE] try again`)
      return
    }
    const [, name = '', uid = ''] = /^(\w+)(?: (SEARCH|FETCH)\b)?/i.exec(words) ?? []
    switch (`${name} ${name.toUpperCase() === 'UID' ? uid : ''}`.trim().toUpperCase()) {
      case 'CAPABILITY':
        say(`* CAPABILITY ${CAPABILITIES}`)
        break
      case 'LIST':
      case 'LSUB':
        // RFC 3501, 6.3.8: an empty name asks for the hierarchy delimiter.
        if (words.endsWith(' ""')) {
          say('* LIST (\\Noselect) "/" ""')
          break
        }
        for (const [path, { specialUse = '' }] of Object.entries(imap.folders))
          say(`* LIST (${specialUse}) "/" "${path}"`)
        break
      case 'EXAMINE': {
        session.selected = words.replace(/^EXAMINE /i, '').replaceAll('"', '')
        const folder = selected(session)
        session.told = folder.mails.length
        say(`* ${folder.mails.length} EXISTS`)
        say('* FLAGS (\\Seen)')
        say(`* OK [UIDVALIDITY ${folder.uidValidity}] valid`)
        say(`* OK [UIDNEXT ${(folder.mails.at(-1)?.uid ?? 0) + 1}] next`)
        say(`${tag} OK [READ-ONLY] examined`)
        return
      }
      case 'UID SEARCH': {
        const from = Number(/UID (\d+):\*/i.exec(words)?.[1] ?? 1)
        const uids = selected(session).mails.map((mail) => mail.uid)
        // RFC 3501, 6.4.8: `n:*` always includes the last one.
        say(`* SEARCH ${uids.filter((one) => one >= from || one === uids.at(-1)).join(' ')}`)
        break
      }
      case 'UID FETCH':
        fetchMail(session, words)
        break
      case 'LOGIN':
      case 'NOOP':
      case 'LOGOUT':
        break
      default:
        say(`${tag} BAD not here`)
        return
    }
    say(`${tag} OK done`)
  }

  /** A server reports new mail while the client idles, and not otherwise. */
  function tellNews(session: Session): void {
    const count = selected(session).mails.length
    if (!session.idles || count === session.told) return
    session.told = count
    session.socket.write(`* ${count} EXISTS\r\n`)
  }

  function selected({ selected: path }: Pick<Session, 'selected'>): ImapFolder {
    return imap.folders[path] ?? { uidValidity: 1, mails: [] }
  }

  function fetchMail(session: Session, words: string): void {
    const wanted = Number(/FETCH (\d+)/i.exec(words)?.[1])
    const folder = selected(session)
    const { mails } = folder
    const place = mails.findIndex(({ uid }) => uid === wanted)
    const mail = mails[place]
    if (mail === undefined) return
    folder.lastRead = Math.max(folder.lastRead ?? 0, wanted)
    const headerEnd = mail.raw.indexOf('\r\n\r\n')
    const header = headerEnd < 0 ? mail.raw : mail.raw.subarray(0, headerEnd + 4)
    const limit = /BODY\.PEEK\[\]<0\.(\d+)>/i.exec(words)
    const [label, bytes] =
      limit === null ? ['BODY[HEADER]', header] : ['BODY[]<0>', mail.raw.subarray(0, Number(limit[1]))]
    session.socket.write(
      `* ${place + 1} FETCH (UID ${wanted} RFC822.SIZE ${mail.raw.length} INTERNALDATE "${formatDate(mail.arrivedAt)}" ${label} {${bytes.length}}\r\n`,
    )
    session.socket.write(bytes)
    session.socket.write(')\r\n')
  }

  const imap: ImapServer = {
    url: '',
    folders: {
      INBOX: { uidValidity: 1, mails: [] },
      'Sent Items': { uidValidity: 1, mails: [], specialUse: '\\Sent' },
    },
    commands: [],
    refuses: () => false,
    deliver: (path, raw) => {
      const folder = imap.folders[path] ?? { uidValidity: 1, mails: [] }
      const uid = (folder.mails.at(-1)?.uid ?? 0) + 1
      folder.mails.push({ uid, raw: Buffer.from(raw), arrivedAt: new Date() })
      for (const session of sessions) tellNews(session)
    },
    cut: () => {
      for (const { socket } of sessions) socket.destroy()
    },
    close: () =>
      new Promise((resolve) => {
        imap.cut()
        server.close(() => resolve())
      }),
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  imap.url = `imap://${encodeURIComponent(USER)}:secret@127.0.0.1:${port}`
  return imap
}

/** RFC 3501, date-time. */
function formatDate(date = new Date()): string {
  const [, day, month, year, time] = /, (\d+) (\w+) (\d+) ([\d:]+)/.exec(date.toUTCString()) ?? []
  return `${day}-${month}-${year} ${time} +0000`
}
