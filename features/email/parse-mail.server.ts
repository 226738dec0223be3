import { createHash } from 'node:crypto'
import EmailReplyParser from 'email-reply-parser'
import { htmlToText } from 'html-to-text'
import { cleanFileName } from '../attachments/attachments.ts'
import PostalMime, { addressParser, type Attachment, type Email } from 'postal-mime'
import { storableText } from '../../platform/database/storable-text.ts'

/** In characters. */
const MAX_BODY = 100_000
const MAX_QUOTED = 200_000
/** Only the beginning is searched for quoted history, which takes quadratic time. */
const MAX_SEARCHED = 20_000
const MAX_HTML = 500_000
const MAX_ATTACHMENTS = 50
const MAX_IDS = 100
const MAX_ADDRESSES = 100

export interface MailAddress {
  name: string
  /** In lower case. */
  address: string
}

export interface MailAttachment {
  fileName: string
  mediaType: string
  sha256: string
  content: Uint8Array
}

/** A delivery report (RFC 3464) about one of our mails. */
export interface Bounce {
  /** Message-IDs of the returned mail. */
  originals: string[]
  gaveUp: boolean
  reason: string
}

export interface ParsedMail {
  /** With angle brackets; made up from a hash if missing. */
  messageId: string
  /** Distinguishes mails that share a Message-ID. */
  fingerprint: string
  inReplyTo: string | null
  /** References and In-Reply-To, oldest first. */
  references: string[]
  /** Null if there is none, or more than one. */
  from: MailAddress | null
  to: string[]
  cc: string[]
  subject: string
  /** The new text, without quoted history and signature. */
  body: string
  quoted: string
  /** `bounce`, `automatic` and `list` by their headers; everything else was written by a person. */
  kind: 'person' | 'automatic' | 'list' | 'bounce'
  bounce: Bounce | null
  /** Whether its Content-Type is `multipart/report`: a bounce, a read receipt or another report. */
  isReport: boolean
  /** Authentication-Results, topmost first. */
  authentication: string[]
  attachments: MailAttachment[]
  /** Whether text or attachments were cut. */
  tooLong: boolean
}

/**
 * Parses a mail of any quality. Rejects only if its structure is beyond the parser's limits. `simply` reads the text without
 * the libraries that hostile text can make slow.
 */
export async function parseMail(source: Uint8Array, { simply = false } = {}): Promise<ParsedMail> {
  const email = await PostalMime.parse(source, {
    forceRfc822Attachments: true,
    maxNestingDepth: 100,
    maxHeadersSize: 512 * 1024,
  })
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value ?? ''
  const { body, quoted, tooLong } = splitReply(readText(email, simply), simply)
  const sha256 = createHash('sha256').update(source).digest('hex')
  const attachments = email.attachments.slice(0, MAX_ATTACHMENTS).map(readAttachment)
  const from = readAuthor(email)
  const subject = storableText(email.subject ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 500)
    .toWellFormed()
  const bounce = readBounce(email, header)
  return {
    messageId: findIds(header('message-id'))[0] ?? `<${sha256}@no-message-id.invalid>`,
    fingerprint: hashParts([
      from?.address ?? '',
      header('date'),
      subject,
      body,
      quoted,
      ...attachments.map((one) => one.sha256),
    ]),
    inReplyTo: findIds(header('in-reply-to'))[0] ?? null,
    references: [...new Set([...findIds(header('references')), ...findIds(header('in-reply-to'))])].slice(
      -MAX_IDS,
    ),
    from,
    to: readRecipients(email, 'to'),
    cc: readRecipients(email, 'cc'),
    subject,
    body,
    quoted,
    kind: bounce === null ? classify(email, header) : 'bounce',
    bounce,
    isReport: isReport(header),
    authentication: email.headers
      .filter(({ key }) => key === 'authentication-results')
      .map(({ value }) => value),
    attachments,
    tooLong: tooLong || email.attachments.length > MAX_ATTACHMENTS,
  }
}

type Header = (name: string) => string

/** RFC 3834, RFC 2919, RFC 2369, and what older programs send instead. */
function classify(email: Email, header: Header): 'person' | 'automatic' | 'list' {
  const precedence = header('precedence').trim().toLowerCase()
  const names = new Set(email.headers.map(({ key }) => key))
  if (
    names.has('list-id') ||
    names.has('list-post') ||
    names.has('list-unsubscribe') ||
    precedence === 'list'
  )
    return 'list'
  // Also a read receipt (RFC 8098), which many programs send without Auto-Submitted.
  if (isReport(header)) return 'automatic'
  const submitted = header('auto-submitted').trim().toLowerCase()
  if (submitted !== '' && !/^no\b/.test(submitted)) return 'automatic'
  if (/^(bulk|junk|auto_reply)$/.test(precedence)) return 'automatic'
  if (
    [
      'x-autoreply',
      'x-autorespond',
      'x-auto-reply',
      'x-mail-autoreply',
      'x-vacation',
      'x-failed-recipients',
    ].some((name) => names.has(name))
  )
    return 'automatic'
  // RFC 5321, 4.5.5: mail without a return path must not be answered, because no person sends it.
  if (names.has('return-path') && /^\s*<\s*>\s*$/.test(header('return-path'))) return 'automatic'
  return /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply)@/i.test(readAuthor(email)?.address ?? '')
    ? 'automatic'
    : 'person'
}

function isReport(header: Header): boolean {
  return header('content-type').trim().toLowerCase().startsWith('multipart/report')
}

function readBounce(email: Email, header: Header): Bounce | null {
  const report = email.attachments.find(
    ({ mimeType }) => mimeType === 'message/delivery-status' || mimeType === 'message/global-delivery-status',
  )
  if (!isReport(header) || report === undefined) return null
  const fields = decode(report).replaceAll(/\r?\n[ \t]+/g, ' ')
  const field = (name: string) => new RegExp(`^${name}:[ \t]*(.+)$`, 'im').exec(fields)?.[1]?.trim() ?? ''
  const originals = email.attachments
    .filter(({ mimeType }) =>
      /^(message\/(rfc822|global)|text\/rfc822-headers|message\/rfc822-headers)/.test(mimeType),
    )
    .flatMap((part) =>
      findIds(/^message-id:[ \t]*((?:.|\r?\n[ \t])+)$/im.exec(decode(part).slice(0, 65_536))?.[1] ?? ''),
    )
  const reason = [field('Status'), field('Diagnostic-Code').replace(/^smtp;\s*/i, '')]
    .filter(Boolean)
    .join(' ')
  return {
    originals: [...originals, ...findIds(header('in-reply-to')), ...findIds(header('references'))].slice(
      0,
      MAX_IDS,
    ),
    gaveUp: field('Action').toLowerCase() === 'failed',
    reason: storableText(reason).slice(0, 500) || 'The mail was returned.',
  }
}

/** Exactly one author, or null: programs disagree on which of several counts. */
function readAuthor(email: Email): MailAddress | null {
  const fields = email.headers.filter(({ key }) => key === 'from')
  const found = fields.flatMap(({ value }) => addressParser(value, { flatten: true }))
  const [author] = found
  if (fields.length !== 1 || found.length !== 1 || author?.address === undefined) return null
  const address = normalizeAddress(author.address)
  const name = email.from?.name ?? author.name
  return address === null
    ? null
    : { address, name: storableText(name).replaceAll(/\s+/g, ' ').trim().slice(0, 200).toWellFormed() }
}

function readRecipients(email: Email, field: 'to' | 'cc'): string[] {
  const flat = (email[field] ?? []).flatMap((one) => one.group ?? [one])
  return [...new Set(flat.flatMap(({ address }) => normalizeAddress(address ?? '') ?? []))].slice(
    0,
    MAX_ADDRESSES,
  )
}

/** In lower case; null for what cannot be an address. */
function normalizeAddress(address: string): string | null {
  const known = storableText(address).trim().toLowerCase()
  return /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(known) && known.length <= 320 ? known : null
}

function findIds(value: string): string[] {
  return (value.match(/<[^<>\s]{1,900}>/g) ?? []).map(storableText)
}

function readText(email: Email, simply: boolean): string {
  const plain = storableText(email.text ?? '')
  if (plain.trim() !== '') return plain
  if (email.html === undefined) return ''
  const html = email.html.slice(0, MAX_HTML)
  if (simply) return storableText(html.replaceAll(/<[^<>]*>/g, ' '))
  return storableText(
    htmlToText(html, {
      wordwrap: false,
      limits: { maxDepth: 100, maxBaseElements: 1, maxChildNodes: 10_000 },
      selectors: [
        { selector: 'img', format: 'skip' },
        { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
        { selector: 'table', format: 'block' },
        ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
          selector,
          options: { uppercase: false },
        })),
      ],
    }),
  )
}

/** Separates new text from quoted history and signatures. Together they are the whole text. */
function splitReply(text: string, simply: boolean): { body: string; quoted: string; tooLong: boolean } {
  const lines = text.replaceAll(/\r\n?/g, '\n').trim()
  const { body, quoted } = simply ? { body: lines, quoted: '' } : foldHistory(lines)
  return {
    body: body.slice(0, MAX_BODY).toWellFormed(),
    quoted: quoted.slice(0, MAX_QUOTED).toWellFormed(),
    tooLong: body.length > MAX_BODY || quoted.length > MAX_QUOTED,
  }
}

function foldHistory(text: string): { body: string; quoted: string } {
  const fragments = new EmailReplyParser().read(text.slice(0, MAX_SEARCHED)).getFragments()
  const rest = text.slice(MAX_SEARCHED)
  const join = (hidden: boolean) =>
    fragments
      .filter((part) => part.isHidden() === hidden)
      .map((part) => part.getContent())
      .join('\n')
      .trim()
  const [written, folded] = [join(false), join(true)]
  // Only quoted text, as in a forwarded mail: then that is the message.
  if (written === '') return { body: text, quoted: '' }
  const endsFolded = fragments.at(-1)?.isHidden() === true
  return endsFolded ? { body: written, quoted: folded + rest } : { body: written + rest, quoted: folded }
}

function readAttachment({ filename, mimeType, content, method }: Attachment): MailAttachment {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
  const fallback = method === undefined ? 'attachment' : 'invite.ics'
  return {
    fileName: cleanFileName(filename ?? '') || fallback,
    mediaType: storableText(mimeType).slice(0, 100) || 'application/octet-stream',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    content: bytes,
  }
}

function decode({ content }: Attachment): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content)
}

function hashParts(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
