import { findStoredPicture, type StoredPicture } from '../../web/picture-addresses.ts'

/** Inline content of a line. */
export type Inline =
  | { type: 'text'; text: string }
  | { type: 'code'; text: string }
  | { type: 'strong'; children: Inline[] }
  | { type: 'emphasis'; children: Inline[] }
  | { type: 'link'; href: string; children: Inline[] }

export type Block =
  | { type: 'heading'; level: 1 | 2 | 3; children: Inline[] }
  | { type: 'paragraph'; children: Inline[] }
  | { type: 'list'; items: Inline[][] }
  | { type: 'steps'; items: Step[] }
  | { type: 'picture'; picture: StoredPicture; description: string }

/** A numbered section with its number as written; title and text may be empty. */
export interface Step {
  number: number
  title: Inline[]
  children: Inline[]
}

/**
 * Parses an article. #, ## and ### start headings; a number and a dot start a numbered section; a bullet, asterisk or hyphen
 * starts a list item; blank lines split paragraphs, other line breaks are spaces. ![description](address) on a separate line
 * is a picture, if it is one of ours: browsers load no others. Never fails: text without markup is plain text.
 */
export function parseArticle(text: string): Block[] {
  return gather(readLines(text)).map(finish)
}

/** The text of a line without its marks. */
export function plainText(line: readonly Inline[]): string {
  return line.map((part) => ('text' in part ? part.text : plainText(part.children))).join('')
}

interface Line {
  type: Block['type']
  /** Level of a heading, number of a numbered section; otherwise 0. */
  value: number
  text: string
  /** Continuation lines, joined by spaces. */
  rest: string
}

const HEADING = /^(#{1,3})#*\s+(\S.*)$/
// Excludes decimals and dates.
const NUMBERED = /^(\d{1,9})\.(?![\d.])\s*(.*)$/
// Without a space, a hyphen may be a minus or a dash, and an asterisk the start of bold or italic text.
const BULLET = /^(?:[•*-]\s+|•|-(?![\d-])|\*(?!\*|.*\S\*))(\S.*)$/

const PICTURE = /^!\[([^\]]*)\]\(([^\s()]+)\)$/

/** One entry per block; continuation lines are joined to the line before. */
function readLines(text: string): Line[] {
  const lines: Line[] = []
  let continues = false
  for (const raw of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const line = raw.trim()
    const last = lines.at(-1)
    const read = line === '' ? null : readLine(line)
    if (read?.type === 'paragraph' && continues && last) last.rest = joined(last.rest, line)
    else if (read) lines.push(read)
    continues = read !== null && read.type !== 'heading' && read.type !== 'picture'
  }
  return lines
}

function readLine(line: string): Line {
  if (findPicture(line)) return { type: 'picture', value: 0, text: line, rest: '' }
  const heading = HEADING.exec(line)
  if (heading) return { type: 'heading', value: heading[1]?.length ?? 1, text: heading[2] ?? '', rest: '' }
  const numbered = NUMBERED.exec(line)
  if (numbered) return { type: 'steps', value: Number(numbered[1]), text: numbered[2] ?? '', rest: '' }
  const bullet = BULLET.exec(line)
  if (bullet) return { type: 'list', value: 0, text: bullet[1] ?? '', rest: '' }
  return { type: 'paragraph', value: 0, text: line, rest: '' }
}

function findPicture(line: string): Extract<Block, { type: 'picture' }> | null {
  const [, description = '', address = ''] = PICTURE.exec(line) ?? []
  const picture = findStoredPicture(address)
  return picture && { type: 'picture', picture, description: description.trim() }
}

/** Groups adjacent list items into one list and adjacent numbered sections into one sequence. */
function gather(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = []
  for (const line of lines) {
    const group = groups.at(-1)
    const joins = line.type === 'list' || line.type === 'steps'
    if (joins && group?.[0]?.type === line.type) group.push(line)
    else groups.push([line])
  }
  return groups
}

function finish(group: readonly Line[]): Block {
  const [first] = group
  const text = joined(first?.text ?? '', first?.rest ?? '')
  const picture = first?.type === 'picture' ? findPicture(text) : null
  if (picture) return picture
  switch (first?.type) {
    case 'heading':
      return { type: 'heading', level: headingLevel(first.value), children: parseInline(text) }
    case 'list':
      return { type: 'list', items: group.map(({ text, rest }) => parseInline(joined(text, rest))) }
    case 'steps':
      return { type: 'steps', items: group.map(readStep) }
    default:
      return { type: 'paragraph', children: parseInline(text) }
  }
}

function headingLevel(value: number): 1 | 2 | 3 {
  return value === 1 || value === 2 ? value : 3
}

const BOLD_OPENING = /^\*\*([^*]+)\*\*(?:\s+|$)/
// A short first sentence without markup, followed by another one.
const FIRST_SENTENCE = /^([^*`[\]]{1,60}?)([.!?])\s+(?=["“(]?[\p{Lu}\d])/u
const SHORT_LINE = /^.{1,60}(?<![.!?…:;,])$/

/** Takes a section's title from bold text, a short first sentence or a short first line. */
function readStep({ value, text, rest }: Line): Step {
  const bold = BOLD_OPENING.exec(text)
  if (bold) return step(value, (bold[1] ?? '').replace(/\.$/, ''), joined(text.slice(bold[0].length), rest))
  const sentence = FIRST_SENTENCE.exec(text)
  if (sentence) {
    const [whole, words = '', mark = ''] = sentence
    return step(value, mark === '.' ? words : words + mark, joined(text.slice(whole.length), rest))
  }
  return SHORT_LINE.test(text) ? step(value, text, rest) : step(value, '', joined(text, rest))
}

function joined(text: string, rest: string): string {
  return text && rest ? `${text} ${rest}` : text || rest
}

function step(number: number, title: string, text: string): Step {
  return { number, title: parseInline(title), children: parseInline(text) }
}

type Mark = 'code' | 'strong' | 'emphasis' | 'link'

/** Parses inline marks: **bold**, *italic*, `code`, [text](address). */
function parseInline(text: string, inside: readonly Mark[] = []): Inline[] {
  const found: Inline[] = []
  // A closing mark not found once is not searched for again, which keeps hostile lines cheap.
  const unclosed = new Set<Mark>()
  let plain = ''
  let position = 0
  while (position < text.length) {
    const mark = markAt(text, position)
    const span =
      mark && !inside.includes(mark) && !unclosed.has(mark) ? readers[mark](text, position, inside) : null
    if (span === 'unclosed' && mark) unclosed.add(mark)
    if (span && span !== 'unclosed') {
      if (plain) found.push({ type: 'text', text: plain })
      plain = ''
      found.push(span.node)
      position = span.end
    } else {
      const literal = mark === 'strong' ? 2 : 1
      plain += text.slice(position, position + literal)
      position += literal
    }
  }
  if (plain) found.push({ type: 'text', text: plain })
  return found
}

function markAt(text: string, position: number): Mark | null {
  switch (text[position]) {
    case '`':
      return 'code'
    case '[':
      return 'link'
    case '*':
      return text[position + 1] === '*' ? 'strong' : 'emphasis'
    default:
      return null
  }
}

type Span = { node: Inline; end: number } | 'unclosed' | null
type Reader = (text: string, start: number, inside: readonly Mark[]) => Span

const readers: Record<Mark, Reader> = {
  code: readCode,
  strong: readStrong,
  emphasis: readEmphasis,
  link: readLink,
}

function readCode(text: string, start: number): Span {
  const end = text.indexOf('`', start + 1)
  if (end === -1) return 'unclosed'
  const code = text.slice(start + 1, end)
  return code.trim() === '' ? null : { node: { type: 'code', text: code }, end: end + 1 }
}

function readStrong(text: string, start: number, inside: readonly Mark[]): Span {
  let end = text.indexOf('**', start + 2)
  if (end === -1) return 'unclosed'
  // In `***both***` the inner emphasis closes first.
  if (text[end + 2] === '*') end += 1
  const words = text.slice(start + 2, end)
  if (!isTight(words)) return null
  return { node: { type: 'strong', children: parseInline(words, [...inside, 'strong']) }, end: end + 2 }
}

function readEmphasis(text: string, start: number, inside: readonly Mark[]): Span {
  const end = singleAsterisk(text, start + 1)
  if (end === -1) return 'unclosed'
  const words = text.slice(start + 1, end)
  if (!isTight(words)) return null
  return { node: { type: 'emphasis', children: parseInline(words, [...inside, 'emphasis']) }, end: end + 1 }
}

function singleAsterisk(text: string, from: number): number {
  let position = text.indexOf('*', from)
  while (position !== -1 && text[position + 1] === '*') position = text.indexOf('*', position + 2)
  return position
}

const LINK_ADDRESS = /\]\(([^\s()]*(?:\([^\s()]*\)[^\s()]*)*)\)/y

function readLink(text: string, start: number, inside: readonly Mark[]): Span {
  const close = nextBracket(text, start + 1)
  const words = text.slice(start + 1, close)
  if (text[close] !== ']' || words.trim() === '') return null
  LINK_ADDRESS.lastIndex = close
  const address = LINK_ADDRESS.exec(text)
  const href = findSafeAddress(address?.[1] ?? '')
  if (!address || href === null) return null
  return {
    node: { type: 'link', href, children: parseInline(words, [...inside, 'link']) },
    end: close + address[0].length,
  }
}

function nextBracket(text: string, from: number): number {
  const found = text.slice(from).search(/[[\]]/)
  return found === -1 ? text.length : from + found
}

/** Allows web and mail addresses only: script and data URLs would run with our page's rights. */
function findSafeAddress(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null
}

/** Marks must touch their text: `2 * 3 * 4` is not emphasis. */
function isTight(words: string): boolean {
  return words !== '' && words.trim() === words
}
