import { importRow, type ImportRow } from '../contact-import/contact-import.ts'
import type { AuditRow } from './audit-log.api.ts'
import { deviceName } from '../../web/workspace/device-name.ts'

const labels: Record<string, string> = {
  first_name: 'first name',
  last_name: 'last name',
  phone_type: 'phone type',
  phone_e164: 'dialed number',
  service_request: 'service request',
  text_consent: 'consent to texts',
  meta_description: 'search description',
  featured_image: 'picture',
  featured_image_credit: 'picture credit',
  published_at: 'publication time',
  user_agent: 'browser',
  ip: 'address',
  banned_until: 'disabled until',
  factor_type: 'second factor',
}

/** What people call a column. */
export function columnLabel(column: string): string {
  return labels[column] ?? column.replaceAll('_', ' ')
}

/** An entry with what is known about the names in it. */
interface Telling {
  entry: AuditRow
  /** Who the entry is about, where that is a person. */
  person: string
  /** Whether that person did it. */
  own: boolean
  /** The value of a column, before or after, as text. */
  old: (column: string) => string
  now: (column: string) => string
}

/** "Marta Ellis": who did it. */
export function formatActor(
  { actor, actor_role: role }: AuditRow,
  names: ReadonlyMap<string, string>,
): string {
  if (actor !== null) return names.get(actor) ?? 'Somebody who is gone'
  return role === 'anon' ? 'A visitor' : 'The server'
}

/** What was done, to follow the name of who did it: "changed the role of Ben Ito from manager to admin". */
export function describeAuditEntry(entry: AuditRow, names: ReadonlyMap<string, string>): string {
  const value = (column: string, side: 'old' | 'new') => textOf(entry.changes[column]?.[side])
  const telling: Telling = {
    entry,
    person:
      names.get(entry.row_id) ??
      (value('email', 'new') || value('email', 'old') || 'an account that is gone'),
    own: entry.actor === entry.row_id,
    old: (column) => value(column, 'old'),
    now: (column) => value(column, 'new'),
  }
  return (deeds[entry.table_name] ?? otherDeed)(telling, names.get(entry.row_id))
}

const deeds: Record<string, (telling: Telling, name: string | undefined) => string> = {
  sessions: sessionDeed,
  users: userDeed,
  mfa_factors: factorDeed,
  profiles: profileDeed,
  crm_contacts: contactDeed,
  contact_imports: importDeed,
  blog_posts: postDeed,
  submission_answers: answerDeed,
  contact_merges: ({ entry }) =>
    entry.action === 'insert' ? 'merged two contacts' : 'took a merge of two contacts back',
  message_templates: templateDeed,
  personal_data: () => 'erased everything about a person',
}

function sessionDeed({ entry, person, old, now }: Telling): string {
  if (entry.action === 'delete') return `signed ${person} out of ${deviceOf(old('user_agent'))}`
  const from = now('ip') ? ` from ${now('ip')}` : ''
  return `${signInWords[now('method')] ?? 'signed in'}${from} with ${deviceOf(now('user_agent'))}`
}

function deviceOf(userAgent: string): string {
  return userAgent === '' ? 'an unknown device' : deviceName(userAgent)
}

const signInWords: Record<string, string> = {
  invite: 'accepted the invitation',
  recovery: 'signed in by a mailed link',
  'email/signup': 'confirmed the email address',
  email_change: 'confirmed the new email address',
}

function userDeed({ entry: { changes }, person, own, old, now }: Telling): string {
  if (changes['invited_at'])
    return old('invited_at') ? `sent the invitation to ${person} again` : `invited ${person}`
  if (changes['banned_until'])
    return now('banned_until') ? `disabled the account of ${person}` : `enabled the account of ${person}`
  return own ? 'changed the own password' : `set a password for ${person}`
}

function factorDeed({ entry, person, own, old, now }: Telling): string {
  const codes = (old('factor_type') || now('factor_type')) === 'recovery_code'
  if (entry.action === 'insert') return codes ? 'made recovery codes' : 'switched two-factor sign-in on'
  if (codes) return own ? 'gave up the recovery codes' : `took the recovery codes away from ${person}`
  return own ? 'switched two-factor sign-in off' : `took two-factor sign-in away from ${person}`
}

function profileDeed({ entry, person, own, old, now }: Telling): string {
  if (entry.action === 'delete') return `removed the account of ${old('email') || person}`
  if (entry.action === 'insert')
    return own ? 'opened an account' : `made an account for ${now('email')} as ${now('role')}`
  if (entry.changes['role']) return `changed the role of ${person} from ${old('role')} to ${now('role')}`
  return `changed ${listLabels(entry)} of ${own ? 'the own account' : person}`
}

function contactDeed({ entry, old, now }: Telling, name: string | undefined): string {
  const known =
    name ?? fullName(now('first_name'), now('last_name')) ?? fullName(old('first_name'), old('last_name'))
  const contact = `the contact ${known ?? 'that is gone'}`
  if (entry.action === 'insert') return `created ${contact}`
  if (entry.action === 'delete') return `removed ${contact}`
  if (entry.changes['deleted_at']) return now('deleted_at') ? `deleted ${contact}` : `brought ${contact} back`
  if (entry.changes['status'])
    return `changed the status of ${contact} from ${old('status')} to ${now('status')}`
  return `changed ${listLabels(entry)} of ${contact}`
}

/** One that was taken back has a problem, which says why. */
function importDeed({ entry, now }: Telling): string {
  const file = now('file_name')
  if (now('problem')) return `began to import ${file}. ${now('problem')}`
  const summary = importRow.shape.summary.safeParse(entry.changes['summary']?.new).data ?? {}
  if (now('state') === 'undone') {
    const { removed, restored, kept } = summary
    return `undid the import of ${file}${countsInWords({ removed, restored, 'left as they are': kept })}`
  }
  const { created: added = 0, filled: updated = 0 } = summary
  const written = added + updated
  const contacts = written === 1 ? '1 contact' : `${written === 0 ? 'no' : numbers.format(written)} contacts`
  return `imported ${contacts} from ${file}${countsInWords({ added, updated, skipped: countSkipped(summary) })}`
}

function countSkipped({ skipped = 0, repeated = 0, deleted = 0, invalid = 0 }: ImportRow['summary']): number {
  return skipped + repeated + deleted + invalid
}

/** " (1,180 added, 24 updated)"; nothing where all counts are 0. */
function countsInWords(counts: Record<string, number | undefined>): string {
  const told = Object.entries(counts).flatMap(([words, count = 0]) =>
    count === 0 ? [] : `${numbers.format(count)} ${words}`,
  )
  return told.length === 0 ? '' : ` (${told.join(', ')})`
}

const numbers = new Intl.NumberFormat('en-US')

function postDeed({ entry, old, now }: Telling, name: string | undefined): string {
  const title = name ?? (now('title') || old('title'))
  const post = title ? `the post “${title}”` : 'a post that is gone'
  if (entry.action === 'insert') return `wrote ${post}`
  if (entry.action === 'delete') return `deleted ${post}`
  if (entry.changes['published'])
    return now('published') === 'yes' ? `published ${post}` : `took ${post} offline`
  return `changed ${listLabels(entry)} of ${post}`
}

function answerDeed({ entry }: Telling): string {
  const message = 'a message from the contact form'
  if (entry.action === 'insert') return `answered ${message}`
  return entry.action === 'delete'
    ? `took back that ${message} was answered`
    : `changed ${listLabels(entry)} of the answer to ${message}`
}

function templateDeed({ entry, old, now }: Telling): string {
  const name = now('name') || old('name')
  const template = name ? `the text template “${name}”` : 'a text template'
  if (entry.action === 'insert') return `wrote ${template}`
  return entry.action === 'delete' ? `deleted ${template}` : `changed ${listLabels(entry)} of ${template}`
}

function otherDeed({ entry }: Telling): string {
  const thing = `an entry of ${entry.table_name.replaceAll('_', ' ')}`
  if (entry.action === 'insert') return `added ${thing}`
  return entry.action === 'delete' ? `removed ${thing}` : `changed ${listLabels(entry)} of ${thing}`
}

/** "email, phone and notes". */
function listLabels({ changes }: AuditRow): string {
  return list.format(Object.keys(changes).map(columnLabel))
}

const list = new Intl.ListFormat('en-US')

function fullName(first: string, last: string): string | undefined {
  return `${first} ${last}`.trim() || undefined
}

/** A value as people read it. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
