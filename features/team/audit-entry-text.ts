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
  owner_id: 'owner',
  next_step_on: 'date of the next step',
  meta_description: 'search description',
  featured_image: 'picture',
  featured_image_credit: 'picture credit',
  published_at: 'publication time',
  user_agent: 'browser',
  ip: 'address',
  banned_until: 'disabled until',
  factor_type: 'second factor',
}

/** An entry with the names and values its description needs. */
interface EntryContext {
  entry: AuditRow
  /** Name of the account the entry is about. */
  person: string
  /** Whether that account is the actor. */
  own: boolean
  /** The value of a column, before or after, as text. */
  old: (column: string) => string
  now: (column: string) => string
}

const describers: Record<string, (context: EntryContext, name: string | undefined) => string> = {
  sessions: describeSession,
  users: describeUser,
  mfa_factors: describeFactor,
  profiles: describeProfile,
  crm_contacts: describeContact,
  contact_imports: describeImport,
  planned_steps: describePlannedSteps,
  text_batches: describeTextBatch,
  blog_posts: describePost,
  reply_marks: ({ entry }) =>
    entry.action === 'insert' ? 'marked a person as replied to' : 'undid a mark as replied',
  contact_merges: ({ entry }) =>
    entry.action === 'insert' ? 'merged two contacts' : 'took a merge of two contacts back',
  distinct_contacts: ({ entry }) =>
    entry.action === 'insert'
      ? 'marked two contacts as not the same'
      : 'undid that two contacts are not the same',
  message_templates: describeTemplate,
  personal_data: () => 'erased everything about a person',
}

const signInWords: Record<string, string> = {
  invite: 'accepted the invitation',
  recovery: 'signed in by a mailed link',
  'email/signup': 'confirmed the email address',
  email_change: 'confirmed the new email address',
}

const numbers = new Intl.NumberFormat('en-US')

const list = new Intl.ListFormat('en-US')

/** Of a date without a time. */
const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** Name of the actor: "Marta Ellis". */
export function formatActor(
  { actor, actor_role: role }: AuditRow,
  names: ReadonlyMap<string, string>,
): string {
  if (actor !== null) return names.get(actor) ?? 'A deleted account'
  return role === 'anon' ? 'A visitor' : 'The server'
}

/** The action, to follow the actor's name: "changed the role of Ben Ito from manager to admin". */
export function describeAuditEntry(entry: AuditRow, names: ReadonlyMap<string, string>): string {
  const value = (column: string, side: 'old' | 'new') => formatValue(entry.changes[column]?.[side])
  const context: EntryContext = {
    entry,
    person:
      names.get(entry.row_id) ?? (value('email', 'new') || value('email', 'old') || 'a deleted account'),
    own: entry.actor === entry.row_id,
    old: (column) => value(column, 'old'),
    now: (column) => value(column, 'new'),
  }
  return (describers[entry.table_name] ?? describeOther)(context, names.get(entry.row_id))
}

/** A value as display text. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function describeOther({ entry }: EntryContext): string {
  const thing = `an entry of ${entry.table_name.replaceAll('_', ' ')}`
  if (entry.action === 'insert') return `added ${thing}`
  return entry.action === 'delete' ? `removed ${thing}` : `changed ${listLabels(entry)} of ${thing}`
}

/** "email, phone and notes". */
function listLabels({ changes }: AuditRow): string {
  return list.format(Object.keys(changes).map(columnLabel))
}

/** Display name of a column. */
export function columnLabel(column: string): string {
  return labels[column] ?? column.replaceAll('_', ' ')
}

function describeSession({ entry, person, old, now }: EntryContext): string {
  if (entry.action === 'delete') return `signed ${person} out of ${describeDevice(old('user_agent'))}`
  const from = now('ip') ? ` from ${now('ip')}` : ''
  return `${signInWords[now('method')] ?? 'signed in'}${from} with ${describeDevice(now('user_agent'))}`
}

function describeDevice(userAgent: string): string {
  return userAgent === '' ? 'an unknown device' : deviceName(userAgent)
}

function describeUser({ entry: { changes }, person, own, old, now }: EntryContext): string {
  if (changes['invited_at'])
    return old('invited_at') ? `sent the invitation to ${person} again` : `invited ${person}`
  if (changes['banned_until'])
    return now('banned_until') ? `disabled the account of ${person}` : `enabled the account of ${person}`
  return own ? 'changed their own password' : `set a password for ${person}`
}

function describeFactor({ entry, person, own, old, now }: EntryContext): string {
  const codes = (old('factor_type') || now('factor_type')) === 'recovery_code'
  if (entry.action === 'insert') return codes ? 'made recovery codes' : 'switched two-step sign-in on'
  if (codes) return own ? 'gave up the recovery codes' : `took the recovery codes away from ${person}`
  return own ? 'switched two-step sign-in off' : `switched off two-step sign-in of ${person}`
}

function describeProfile({ entry, person, own, old, now }: EntryContext): string {
  if (entry.action === 'delete') return `removed the account of ${old('email') || person}`
  if (entry.action === 'insert')
    return own ? 'opened an account' : `made an account for ${now('email')} as ${now('role')}`
  if (entry.changes['role']) return `changed the role of ${person} from ${old('role')} to ${now('role')}`
  return `changed ${listLabels(entry)} of ${own ? 'their own account' : person}`
}

function describeContact({ entry, old, now }: EntryContext, name: string | undefined): string {
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

function fullName(first: string, last: string): string | undefined {
  return `${first} ${last}`.trim() || undefined
}

/** A failed import has a `problem`, which gives the reason. */
function describeImport({ entry, now }: EntryContext): string {
  const file = now('file_name')
  if (now('problem')) return `began to import ${file}. ${now('problem')}`
  const summary = importRow.shape.summary.safeParse(entry.changes['summary']?.new).data ?? {}
  if (now('state') === 'undone') {
    const { removed, restored, kept } = summary
    return `undid the import of ${file}${formatCounts({ removed, restored, 'left as they are': kept })}`
  }
  const { created: added = 0, filled: updated = 0 } = summary
  return `imported ${countContacts(added + updated)} from ${file}${formatCounts({ added, updated, skipped: countSkipped(summary) })}`
}

function describePlannedSteps({ entry, old, now }: EntryContext): string {
  if (entry.action === 'delete') return `undid a next step for ${countContacts(Number(old('contacts')))}`
  const step = now('next_step') && ` “${now('next_step')}”`
  const day = now('next_step_on') && `, due ${dates.format(new Date(now('next_step_on')))}`
  return `set the next step${step} for ${countContacts(Number(now('contacts')))}${day}`
}

function describeTextBatch({ entry, old, now }: EntryContext): string {
  if (entry.action === 'insert') return `wrote one text to ${countContacts(Number(now('contacts')))}`
  const count = Number(old('contacts'))
  return `canceled ${numbers.format(count)} ${count === 1 ? 'text' : 'texts'} of a batch`
}

function countContacts(count: number): string {
  if (count === 0) return 'no contacts'
  return count === 1 ? '1 contact' : `${numbers.format(count)} contacts`
}

/** " (1,180 added, 24 updated)"; empty if all counts are 0. */
function formatCounts(counts: Record<string, number | undefined>): string {
  const told = Object.entries(counts).flatMap(([words, count = 0]) =>
    count === 0 ? [] : `${numbers.format(count)} ${words}`,
  )
  return told.length === 0 ? '' : ` (${told.join(', ')})`
}

function countSkipped({ skipped = 0, repeated = 0, deleted = 0, invalid = 0 }: ImportRow['summary']): number {
  return skipped + repeated + deleted + invalid
}

function describePost({ entry, old, now }: EntryContext, name: string | undefined): string {
  const title = name ?? (now('title') || old('title'))
  const post = title ? `the post “${title}”` : 'a post that is gone'
  if (entry.action === 'insert') return `wrote ${post}`
  if (entry.action === 'delete') return `deleted ${post}`
  if (entry.changes['published'])
    return now('published') === 'yes' ? `published ${post}` : `took ${post} offline`
  return `changed ${listLabels(entry)} of ${post}`
}

function describeTemplate({ entry, old, now }: EntryContext): string {
  const name = now('name') || old('name')
  const template = name ? `the text template “${name}”` : 'a text template'
  if (entry.action === 'insert') return `wrote ${template}`
  return entry.action === 'delete' ? `deleted ${template}` : `changed ${listLabels(entry)} of ${template}`
}
