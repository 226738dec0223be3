import type { MailFolder } from './find-mail-contact.server.ts'

export interface Correspondent {
  id: string
  address: string
  /** Message-IDs of mails this product sent to them. */
  sent: string[]
}

/** The expected outcome of a mail: its `token` must be found at `contact` and nowhere else. */
export interface CorpusMail {
  shape: string
  token: string
  /** Its Message-ID, where its body cannot be read. */
  messageId?: string
  folder: MailFolder
  raw: Buffer
  contact: string | null
  /** A second contact whose timeline must have it. */
  second?: string
  automatic?: boolean
  author?: 'us' | 'verified' | 'unverified' | 'forged'
  /** Addresses that it opts out. */
  optsOut?: string[]
  /** It is recorded as a mail that cannot be read. */
  unreadable?: boolean
  /** Message-ID of our mail that this one returns. */
  returns?: string
  /** The second of two copies. */
  copy?: boolean
}

export interface CorpusOptions {
  people: readonly Correspondent[]
  own: string
  staff: string
  /** Id of the server with trusted Authentication-Results. */
  authServer: string
  random: () => number
  /** Bytes of the largest mail. */
  largest: number
}

interface Draft {
  from: string
  to: string
  token: string
  person: Correspondent
  other: Correspondent
  ours: string
  text: string
  n: number
  subject?: string
}

type Written = Partial<Omit<CorpusMail, 'raw'>> & { raw: string | Buffer }
type Shape = (draft: Draft, options: CorpusOptions) => Written

const CRLF = '\r\n'
const mime = 'MIME-Version: 1.0'

/** Mails of every shape found in the wild, in random order, each with its expected outcome. */
export function writeCorpus(count: number, options: CorpusOptions): CorpusMail[] {
  const { people, random } = options
  const mails: CorpusMail[] = []
  for (let n = 0; mails.length < count; n += 1) {
    const [name, write] = shapes[n % shapes.length] ?? ['', undefined]
    // Only the first quarter ever asks to stop: any other opt-out is a mistake.
    const among = name.startsWith('opt-out') ? Math.ceil(people.length / 4) : people.length
    const person = people[Math.floor(random() * among)]
    const other = people[Math.floor(random() * people.length)]
    const ours = person?.sent[Math.floor(random() * person.sent.length)]
    if (
      person === undefined ||
      other === undefined ||
      ours === undefined ||
      write === undefined ||
      other === person
    )
      continue
    const token = `token${String(n).padStart(6, '0')}x`
    const text = `Hello, Tuesday at 10 works for us. ${token}`
    const draft = {
      from: `Ana Cruz <${person.address}>`,
      to: options.own,
      token,
      person,
      other,
      ours,
      text,
      n,
    }
    const written = write(draft, options)
    const mail = {
      shape: name,
      token,
      folder: 'inbox' as const,
      contact: null,
      ...written,
      raw: toBuffer(written.raw),
    }
    mails.push(mail)
    if (random() < 0.05 && mail.returns === undefined) mails.push({ ...mail, copy: true })
  }
  return mails.slice(0, count)
}

const shapes: [string, Shape][] = [
  [
    'plain reply',
    (d, o) => ({ raw: mail(d, [reply(d), pass(d, o)], d.text), contact: d.person.id, author: 'verified' }),
  ],
  [
    'reply with quoted history',
    (d, o) => ({
      raw: mail(
        d,
        [reply(d), pass(d, o)],
        `${d.text}\n\nOn Mon, Nov 16, 2026 at 9:00 AM Marta <${o.own}> wrote:\n> Please STOP by\n> when you can`,
      ),
      contact: d.person.id,
      author: 'verified',
    }),
  ],
  [
    'HTML soup',
    (d, o) => ({
      raw: mail(
        d,
        [reply(d), pass(d, o), 'Content-Type: text/html; charset=utf-8'],
        `<html><head><style>p{}</style><script>alert(1)</script><body><table><tr><td><p>Sure<b>,</p></b> ${d.token}<img src="https://spy.example/p.gif"><a href="javascript:alert(1)">x</a><div><div><p>unclosed`,
      ),
      contact: d.person.id,
      author: 'verified',
    }),
  ],
  ['nested multiparts', (d, o) => ({ raw: nested(d, o), contact: d.person.id, author: 'verified' })],
  ...[
    'utf-8',
    'iso-8859-1',
    'windows-1251',
    'windows-1252',
    'koi8-r',
    'shift_jis',
    'gb18030',
    'no-such-charset',
  ].map((charset): [string, Shape] => [
    `charset ${charset}`,
    (d, o) => ({
      raw: Buffer.concat([
        Buffer.from(
          head(d, [
            reply(d),
            pass(d, o),
            mime,
            `Content-Type: text/plain; charset=${charset}`,
            'Content-Transfer-Encoding: 8bit',
          ]),
        ),
        Buffer.from([0xe9, 0x83, 0x65, 0xc0, 0xd0, 0x20]),
        Buffer.from(d.text),
      ]),
      contact: d.person.id,
      author: 'verified',
    }),
  ]),
  [
    'quoted-printable and encoded words',
    (d, o) => ({
      raw: mail(
        { ...d, from: `=?utf-8?B?QW5hIMOD?= =?iso-8859-1?Q?_Cr=FAz?= <${d.person.address.toUpperCase()}>` },
        [
          reply(d),
          pass(d, o),
          mime,
          'Content-Type: text/plain; charset=utf-8',
          'Content-Transfer-Encoding: quoted-printable',
        ],
        `Gr=C3=BC=C3=9Fe =\r\n${d.token}`,
      ),
      contact: d.person.id,
      author: 'verified',
    }),
  ],
  [
    'base64 text',
    (d, o) => ({
      raw: mail(
        d,
        [
          reply(d),
          pass(d, o),
          mime,
          'Content-Type: text/plain; charset=utf-8',
          'Content-Transfer-Encoding: base64',
        ],
        Buffer.from(`${d.text} \0 ✓`).toString('base64'),
      ),
      contact: d.person.id,
      author: 'verified',
    }),
  ],
  ['calendar invite', (d, o) => ({ raw: invite(d, o), contact: d.person.id, author: 'verified' })],
  [
    'new mail of a known person',
    (d, o) => ({ raw: mail(d, [pass(d, o)], d.text), contact: d.person.id, author: 'verified' }),
  ],
  [
    'known person without results',
    (d) => ({ raw: mail(d, [], d.text), contact: d.person.id, author: 'unverified' }),
  ],
  [
    'reply from an unknown address',
    (d, o) => ({
      raw: mail(
        { ...d, from: `Ana <private-${d.n}@elsewhere.example>` },
        [reply(d), pass({ ...d, from: 'x@elsewhere.example' }, o)],
        d.text,
      ),
      contact: d.person.id,
      author: 'verified',
    }),
  ],
  [
    'reply of another contact',
    (d, o) => ({
      raw: mail(
        { ...d, from: d.other.address },
        [reply(d), pass({ ...d, from: d.other.address }, o)],
        d.text,
      ),
      contact: d.other.id,
      author: 'verified',
    }),
  ],
  [
    'stranger',
    (d, o) => ({
      raw: mail(
        { ...d, from: 'Prince <prince@spam.example>' },
        [pass({ ...d, from: 'a@spam.example' }, o)],
        d.text,
      ),
    }),
  ],
  [
    'stranger who guesses a thread',
    (d) => ({
      raw: mail(
        { ...d, from: 'prince@spam.example' },
        [`In-Reply-To: <00000000-0000-4000-8000-${String(d.n).padStart(12, '0')}@agency.test>`],
        d.text,
      ),
    }),
  ],
  ['forged author', (d, o) => ({ raw: mail(d, [fail(o)], d.text) })],
  [
    'forged author with results of his own',
    (d, o) => ({
      raw: mail(
        d,
        [fail(o), `Authentication-Results: ${o.authServer}; dmarc=pass header.from=${readDomain(d.from)}`],
        d.text,
      ),
    }),
  ],
  [
    'results of another server',
    (d) => ({
      raw: mail(
        d,
        [`Authentication-Results: mx.evil.example; dmarc=pass header.from=${readDomain(d.from)}`],
        d.text,
      ),
      contact: d.person.id,
      author: 'unverified',
    }),
  ],
  [
    'results in a comment',
    (d, o) => ({
      raw: mail(
        d,
        [
          `Authentication-Results: ${o.authServer}; spf=fail (dmarc=pass; header.from=${readDomain(d.from)}) smtp.mailfrom=x@evil.example`,
        ],
        d.text,
      ),
    }),
  ],
  [
    'forged author in a thread',
    (d, o) => ({
      raw: mail({ ...d, from: d.other.address }, [reply(d), fail(o)], d.text),
      contact: d.person.id,
      author: 'forged',
    }),
  ],
  [
    'two authors',
    (d, o) => ({
      raw: mail({ ...d, from: `${d.person.address}, ${d.other.address}` }, [reply(d), pass(d, o)], d.text),
      contact: d.person.id,
      author: 'unverified',
    }),
  ],
  [
    'name that looks like an address',
    (d, o) => ({
      raw: mail(
        { ...d, from: `"${d.person.address}" <thief@evil.example>` },
        [pass({ ...d, from: 'a@evil.example' }, o)],
        d.text,
      ),
    }),
  ],
  [
    'out of office',
    (d, o) => ({
      raw: mail(
        d,
        [reply(d), pass(d, o), 'Auto-Submitted: auto-replied'],
        `STOP writing, I am away. ${d.token}`,
      ),
      contact: d.person.id,
      automatic: true,
      author: 'verified',
    }),
  ],
  [
    'old autoresponder',
    (d, o) => ({
      raw: mail(d, [pass(d, o), 'Precedence: auto_reply', 'X-Autoreply: yes'], `Unsubscribe me? ${d.token}`),
      contact: d.person.id,
      automatic: true,
      author: 'verified',
    }),
  ],
  [
    'mailing list',
    (d, o) => ({
      raw: mail(
        d,
        [pass(d, o), 'List-Id: <all.x.example>', 'List-Unsubscribe: <https://x.example/u>'],
        `unsubscribe ${d.token}`,
      ),
    }),
  ],
  ['bounce', (d, o) => ({ raw: bounce(d, o, 'failed', d.ours), returns: d.ours })],
  ['delay', (d, o) => ({ raw: bounce(d, o, 'delayed', d.ours) })],
  [
    'bounce of a mail that is not ours',
    (d, o) => ({ raw: bounce(d, o, 'failed', `<${d.n}@elsewhere.example>`) }),
  ],
  [
    'our own mail coming back',
    (d, o) => ({
      raw: mail(
        { ...d, from: o.own, to: d.person.address },
        [pass({ ...d, from: o.own }, o)],
        d.text,
        d.ours,
      ),
    }),
  ],
  [
    'our own mail in the sent folder',
    (d, o) => ({
      folder: 'sent',
      raw: mail({ ...d, from: o.own, to: d.person.address }, [], d.text, d.ours),
    }),
  ],
  [
    'written elsewhere by staff',
    (d, o) => ({
      folder: 'sent',
      raw: mail({ ...d, from: `Marta <${o.staff}>`, to: `Ana <${d.person.address}>` }, [], d.text),
      contact: d.person.id,
      author: 'us',
    }),
  ],
  [
    'sent to a stranger',
    (d, o) => ({
      folder: 'sent',
      raw: mail({ ...d, from: o.own, to: 'printer@elsewhere.example' }, [], d.text),
    }),
  ],
  [
    'copy to us by staff',
    (d, o) => ({
      raw: mail(
        { ...d, from: o.staff, to: d.person.address },
        [pass({ ...d, from: o.staff }, o), `Cc: ${o.own}`],
        d.text,
      ),
      contact: d.person.id,
      author: 'us',
    }),
  ],
  [
    'somebody who claims to be us',
    (d, o) => ({ raw: mail({ ...d, from: o.own, to: d.person.address }, [fail(o)], d.text) }),
  ],
  [
    'opt-out in words',
    (d, o) => ({
      raw: mail(d, [reply(d), pass(d, o)], `Please stop emailing me, and take me off your list. ${d.token}`),
      contact: d.person.id,
      author: 'verified',
      optsOut: [d.person.address],
    }),
  ],
  [
    'broken base64',
    (d, o) => ({
      raw: mail(
        d,
        [
          reply(d),
          pass(d, o),
          mime,
          'Content-Type: text/plain; charset=utf-8',
          'Content-Transfer-Encoding: base64',
        ],
        `${Buffer.from(d.text)
          .toString('base64')
          .replaceAll('=', '')
          .replace(/^.{10}/, '$&\r\n!! ')}=a=`,
      ),
      contact: d.person.id,
      author: 'verified',
    }),
  ],
  [
    'broken quoted-printable',
    (d, o) => ({
      raw: mail(
        d,
        [
          reply(d),
          pass(d, o),
          mime,
          'Content-Type: text/plain; charset=utf-8',
          'Content-Transfer-Encoding: quoted-printable',
        ],
        `Gr=C3=ZZe = =\r\n${d.token} =`,
      ),
      contact: d.person.id,
      author: 'verified',
    }),
  ],
  [
    'unknown transfer encoding',
    (d, o) => ({
      raw: mail(d, [pass(d, o), mime, 'Content-Transfer-Encoding: x-uuencode'], d.text),
      contact: d.person.id,
      author: 'verified',
    }),
  ],
  [
    'answer to an invite without text',
    (d, o) => ({
      raw: mail(
        d,
        [reply(d), pass(d, o), mime, 'Content-Type: text/calendar; method=REPLY; charset=utf-8'],
        `BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR\r\n`,
      ),
      contact: d.person.id,
      author: 'verified',
    }),
  ],
  [
    'forwarded mail of a stranger',
    (d, o) => ({ raw: forwarded(d, o), contact: d.person.id, author: 'verified' }),
  ],
  [
    'words that only sound like an opt-out',
    (d, o) => ({
      raw: mail(d, [pass(d, o)], `We cannot stop talking about it. Could you stop by on Friday? ${d.token}`),
      contact: d.person.id,
      author: 'verified',
    }),
  ],
  [
    'read receipt',
    (d, o) => ({ raw: receipt(d, o), contact: d.person.id, automatic: true, author: 'verified' }),
  ],
  ...[
    'Auto-Submitted: auto-generated (rejected)',
    'Precedence: bulk',
    'X-Autoreply: yes',
    'Return-Path: <>',
  ].map((header): [string, Shape] => [
    `autoresponder with ${header}`,
    (d, o) => ({
      raw: mail(d, [reply(d), pass(d, o), header], `Stop emailing me.\r\n\r\n${d.token}`),
      contact: d.person.id,
      automatic: true,
      author: 'verified',
    }),
  ]),
  [
    'Auto-Submitted: no',
    (d, o) => ({
      raw: mail(d, [pass(d, o), 'Auto-Submitted: no'], d.text),
      contact: d.person.id,
      author: 'verified',
    }),
  ],
  [
    'mailing list in a thread',
    (d, o) => ({
      raw: mail(d, [reply(d), pass(d, o), 'List-Id: <all.x.example>'], `Unsubscribe\r\n\r\n${d.token}`),
      contact: d.person.id,
      automatic: true,
      author: 'verified',
    }),
  ],
  [
    'bounce in plain words',
    (d, o) => {
      const from = 'MAILER-DAEMON@mx.agency.test'
      return {
        raw: mail({ ...d, from }, [reply(d), pass({ from }, o)], `Stop emailing me.\r\n\r\n${d.token}`),
        contact: d.person.id,
        automatic: true,
        author: 'verified',
      }
    },
  ],
  [
    'loop of our own mail under a new Message-ID',
    (d, o) => ({ raw: mail({ ...d, from: o.own, to: o.own }, ['X-Loop: yes'], d.text) }),
  ],
  [
    'sent to two contacts',
    (d, o) => ({
      folder: 'sent',
      raw: mail(
        { ...d, from: o.own, to: `${d.person.address}, Bob <${d.other.address}>, x@elsewhere.example` },
        [],
        d.text,
      ),
      contact: d.person.id,
      second: d.other.id,
      author: 'us',
    }),
  ],
  [
    'opt-out in the subject',
    (d, o) => ({
      raw: mail({ ...d, subject: 'unsubscribe' }, [pass(d, o)], ''),
      contact: d.person.id,
      author: 'verified',
      optsOut: [d.person.address],
    }),
  ],
  [
    'opt-out in HTML and base64',
    (d, o) => ({
      raw: mail(
        d,
        [pass(d, o), mime, 'Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: base64'],
        Buffer.from(`<div><p>Please <b>stop</b> emailing me.</p><p>${d.token}`).toString('base64'),
      ),
      contact: d.person.id,
      author: 'verified',
      optsOut: [d.person.address],
    }),
  ],
  [
    'opt-out of a forged author',
    (d, o) => ({
      raw: mail(d, [fail(o)], `STOP\r\n\r\n${d.token}`),
      optsOut: [d.person.address],
    }),
  ],
  [
    'opt-out from an unknown address',
    (d) => ({
      raw: mail(
        { ...d, from: `private-${d.n}@elsewhere.example` },
        [reply(d)],
        `Unsubscribe\r\n\r\n${d.token}`,
      ),
      contact: d.person.id,
      author: 'unverified',
      optsOut: [d.person.address, `private-${d.n}@elsewhere.example`],
    }),
  ],
  [
    'no Message-ID',
    (d, o) => ({ raw: mail(d, [pass(d, o)], d.text, null), contact: d.person.id, author: 'verified' }),
  ],
  [
    'a Message-ID used for every mail',
    (d, o) => ({
      raw: mail(d, [pass(d, o)], d.text, '<1@broken.example>'),
      contact: d.person.id,
      author: 'verified',
    }),
  ],
  [
    'our Message-ID used by a stranger',
    (d) => ({ raw: mail({ ...d, from: 'thief@evil.example' }, [], d.text, d.ours) }),
  ],
  ['hostile names', (d, o) => ({ raw: hostile(d, o), contact: d.person.id, author: 'verified' })],
  [
    'cut off in the middle',
    (d, o) => ({ raw: nested(d, o).slice(0, -220), contact: d.person.id, author: 'verified' }),
  ],
  [
    'deep nesting',
    (d, o) => ({
      raw: deep(d, o),
      contact: d.person.id,
      author: 'verified',
      messageId: `<${d.token}@mail.example>`,
    }),
  ],
  [
    'bare line feeds',
    (d, o) => ({
      raw: mail(d, [reply(d), pass(d, o)], d.text).replaceAll(CRLF, '\n'),
      contact: d.person.id,
      author: 'verified',
    }),
  ],
  [
    'thousands of headers',
    (d, o) => ({
      raw: mail(
        d,
        [
          reply(d),
          pass(d, o),
          ...Array.from({ length: 2_000 }, (_, i) => `X-Header-${i}: ${'y'.repeat(60)}`),
        ],
        d.text,
      ),
      contact: d.person.id,
      author: 'verified',
    }),
  ],
  ['zero bytes', () => ({ raw: '', unreadable: true })],
  ['no header', (d) => ({ raw: `${CRLF}${CRLF}${d.text}`, unreadable: true })],
  [
    'bytes of no mail',
    (_, o) => ({
      raw: Buffer.from(Array.from({ length: 3_000 }, () => Math.floor(o.random() * 256))),
      unreadable: true,
    }),
  ],
  [
    'only a header',
    (d, o) => ({
      raw: head(d, [reply(d), pass(d, o)]).trimEnd(),
      contact: d.person.id,
      author: 'verified',
      messageId: `<${d.token}@mail.example>`,
    }),
  ],
  ['large', (d, o) => ({ raw: large(d, o), contact: d.person.id, author: 'verified' })],
]

function mail(draft: Draft, headers: string[], text: string, id?: string | null): string {
  return head(draft, headers, id) + text
}

/** Trace fields come first, as servers add them. */
function head(
  { from, to, token, n, subject = 'Re: Your website' }: Draft,
  headers: string[],
  id: string | null = `<${token}@mail.example>`,
): string {
  const lines = [
    ...headers.filter((line) => line.startsWith('Authentication-Results')),
    `Received: from mx.example by mx.agency.test; Mon, 23 Nov 2026 12:00:00 -0500`,
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: Mon, 23 Nov 2026 12:${String(n % 60).padStart(2, '0')}:00 -0500`,
    ...(id === null ? [] : [`Message-ID: ${id}`]),
    ...headers.filter((line) => !line.startsWith('Authentication-Results')),
  ]
  return lines.join(CRLF) + CRLF + CRLF
}

function reply({ ours }: Draft): string {
  return `In-Reply-To: ${ours}${CRLF}References: <first@agency.test>${CRLF} ${ours}`
}

function pass({ from }: Pick<Draft, 'from'>, { authServer }: CorpusOptions): string {
  return `Authentication-Results: ${authServer};${CRLF} dkim=pass header.d=${readDomain(from)};${CRLF} dmarc=pass (p=REJECT) header.from=${readDomain(from)}`
}

function fail({ authServer }: CorpusOptions): string {
  return `Authentication-Results: ${authServer}; spf=fail smtp.mailfrom=evil.example; dmarc=fail header.from=x.example`
}

function readDomain(from: string): string {
  return /@([\w.-]+)>?\s*$/.exec(from)?.[1]?.toLowerCase() ?? ''
}

function part(headers: string[], body: string): string {
  return headers.join(CRLF) + CRLF + CRLF + body + CRLF
}

function multipart(kind: string, parts: string[], boundary: string): string {
  const inner = parts.map((one) => `--${boundary}${CRLF}${one}`).join('')
  return part([`Content-Type: multipart/${kind}; boundary="${boundary}"`], `${inner}--${boundary}--`)
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function nested(draft: Draft, options: CorpusOptions): string {
  const alternative = multipart(
    'alternative',
    [
      part(['Content-Type: text/plain; charset=utf-8'], draft.text),
      multipart(
        'related',
        [
          part(['Content-Type: text/html; charset=utf-8'], `<p>${draft.text}</p><img src="cid:a">`),
          part(
            [
              'Content-Type: image/png; name="logo.png"',
              'Content-ID: <a>',
              'Content-Transfer-Encoding: base64',
            ],
            PIXEL,
          ),
        ],
        `r${draft.n}`,
      ),
    ],
    `a${draft.n}`,
  )
  const pdf = part(
    [
      'Content-Type: application/pdf',
      `Content-Disposition: attachment; filename*=utf-8''Angebot%20%E2%82%AC.pdf`,
      'Content-Transfer-Encoding: base64',
    ],
    Buffer.from(`%PDF ${draft.n}`.repeat(20)).toString('base64'),
  )
  return (
    head(draft, [reply(draft), pass(draft, options), mime]).trimEnd() +
    CRLF +
    multipart('mixed', [alternative, pdf], `m${draft.n}`)
  )
}

function invite(draft: Draft, options: CorpusOptions): string {
  const calendar = [
    'BEGIN:VCALENDAR',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    'SUMMARY:Meeting',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join(CRLF)
  const both = multipart(
    'alternative',
    [
      part(['Content-Type: text/plain'], draft.text),
      part(['Content-Type: text/calendar; method=REQUEST; charset=utf-8'], calendar),
    ],
    `c${draft.n}`,
  )
  return head(draft, [reply(draft), pass(draft, options), mime]).trimEnd() + CRLF + both
}

/** The text of the attached mail is not the sender's. */
function forwarded(draft: Draft, options: CorpusOptions): string {
  const inner = `From: news@spam.example${CRLF}Subject: unsubscribe${CRLF}${CRLF}Stop emailing me.`
  const parts = [
    part(['Content-Type: text/plain; charset=utf-8'], draft.text),
    part(['Content-Type: message/rfc822'], inner),
  ]
  return head(draft, [pass(draft, options), mime]).trimEnd() + CRLF + multipart('mixed', parts, `f${draft.n}`)
}

/** RFC 8098. Many programs send it without Auto-Submitted. */
function receipt(draft: Draft, options: CorpusOptions): string {
  const parts = [
    part(['Content-Type: text/plain'], `Your mail was displayed. ${draft.token}`),
    part(
      ['Content-Type: message/disposition-notification'],
      `Original-Message-ID: ${draft.ours}${CRLF}Disposition: manual-action/MDN-sent-manually; displayed`,
    ),
  ]
  return (
    head(draft, [reply(draft), pass(draft, options), mime]).trimEnd() +
    CRLF +
    multipart('report; report-type=disposition-notification', parts, `o${draft.n}`)
  )
}

function bounce(draft: Draft, options: CorpusOptions, action: string, original: string): string {
  const report = [
    'Reporting-MTA: dns; mx.agency.test',
    '',
    `Final-Recipient: rfc822; ${draft.person.address}`,
    `Action: ${action}`,
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 No such user',
    '',
  ].join(CRLF)
  const parts = [
    part(['Content-Type: text/plain'], `Not delivered. ${draft.token}`),
    part(['Content-Type: message/delivery-status'], report),
    part(['Content-Type: text/rfc822-headers'], `Subject: Hi${CRLF}Message-ID:${CRLF} ${original}`),
  ]
  const from = { ...draft, from: 'Mail Delivery <mailer-daemon@mx.agency.test>' }
  const headers = ['Auto-Submitted: auto-replied', 'Return-Path: <>', mime]
  return (
    head(from, [...headers, pass({ from: options.own }, options)]).trimEnd() +
    CRLF +
    multipart('report; report-type=delivery-status', parts, `b${draft.n}`)
  )
}

function hostile(draft: Draft, options: CorpusOptions): string {
  const names = [
    '../../etc/passwd',
    'a\u202Efdp.exe',
    '.htaccess',
    'x'.repeat(5_000),
    '=?utf-8?B?8J+Yg+2gvQ==?=',
  ]
  const parts = names.map((name) =>
    part(
      ['Content-Type: image/svg+xml', `Content-Disposition: inline; filename="${name}"`],
      `<svg onload="alert(1)"/>${name.slice(0, 9)}`,
    ),
  )
  const text = part(
    ['Content-Type: text/plain; charset=utf-8'],
    `${draft.text} <script>alert(1)</script> \u0000 \u202E`,
  )
  return (
    head({ ...draft, from: `"\u202Eeve\u0000" <${draft.person.address}>` }, [
      reply(draft),
      pass(draft, options),
      mime,
    ]).trimEnd() +
    CRLF +
    multipart('mixed', [text, ...parts], `h${draft.n}`)
  )
}

function deep(draft: Draft, options: CorpusOptions): string {
  let inner = part(['Content-Type: text/plain'], draft.text)
  for (let level = 0; level < 300; level += 1) inner = multipart('mixed', [inner], `d${draft.n}-${level}`)
  return head(draft, [reply(draft), pass(draft, options), mime]).trimEnd() + CRLF + inner
}

/** One of forty has the largest size: a mailbox of only such mails would be a test of the disk. */
function large(draft: Draft, options: CorpusOptions): string {
  const isLargest = Math.floor(draft.n / shapes.length) % 40 === 0
  const size = isLargest ? options.largest : options.largest / 100
  const line = Buffer.alloc(57, draft.n % 251).toString('base64') + CRLF
  const video = part(
    [
      'Content-Type: video/mp4; name="tour.mp4"',
      'Content-Disposition: attachment',
      'Content-Transfer-Encoding: base64',
    ],
    line.repeat(Math.ceil(size / line.length)),
  )
  return (
    head(draft, [reply(draft), pass(draft, options), mime]).trimEnd() +
    CRLF +
    multipart('mixed', [part(['Content-Type: text/plain'], draft.text), video], `l${draft.n}`)
  )
}

function toBuffer(raw: string | Buffer): Buffer {
  return typeof raw === 'string' ? Buffer.from(raw) : raw
}
