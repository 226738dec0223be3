import { z } from 'zod'
import type { ImportedFields, ImportField, ImportMapping, ReadRow } from './contact-import.ts'
import { formatPhoneInput, splitName } from '../contacts/contacts.ts'
import { contactStatuses, phoneTypes } from '../../db/row-types.ts'
import { removeGuard } from '../../server/csv.ts'
import { normalizePhone } from '../contacts/contacts.server.ts'

/** Text fields with their names in messages and the column limits of crm_contacts, in characters. */
const TEXT_FIELDS = [
  { field: 'first_name', name: 'first name', limit: 200 },
  { field: 'last_name', name: 'last name', limit: 200 },
  { field: 'email', name: 'email address', limit: 320 },
  { field: 'phone', name: 'phone number', limit: 50 },
  { field: 'company', name: 'company', limit: 200 },
  { field: 'service_request', name: 'service request', limit: 200 },
  { field: 'notes', name: 'notes', limit: 100_000 },
] as const
/** The Unicode replacement character. */
const UNREADABLE = '\uFFFD'
const TYPE_WORDS: Readonly<Record<string, string>> = {
  cell: 'mobile',
  home: 'landline',
  main: 'work',
  business: 'work',
}
const emailAddress = z.email({ pattern: z.regexes.html5Email })

const YES = new Set(['yes', 'y', 'true', 't', '1', 'x', 'on', 'opted in', 'opt-in', 'subscribed'])
const NO = new Set(['', 'no', 'n', 'false', 'f', '0', 'off', 'opted out', 'opt-out', 'unsubscribed'])
const EARLIEST_DATE = Date.UTC(1990, 0, 1)

interface FileRow {
  row_number: number
  cells: readonly string[]
}

interface RowContext {
  mapping: ImportMapping
  /** Column names of the file. */
  columns: readonly string[]
  now: Date
}

interface ReadPhone {
  stored: string | null
  number: string | null
}

/** A cell with a value the field cannot hold. The row is imported without it. */
interface InvalidCell {
  label: string
  typed: string
  says: string
}

interface WordCell {
  label: string
  typed: string
  words: readonly string[]
  synonyms?: Readonly<Record<string, string>>
}

export interface ConsentCells {
  consent: string
  date: string
  source: string
}

interface ReadConsent {
  consent: ImportedFields['consent']
  /** Why the row's consent does not count; null if it claims none or has its evidence. */
  note: string | null
}

/** Parses a row into contact fields, with its problems and warnings in plain words. */
export function readContactRow(row: FileRow, reading: RowContext): ReadRow {
  const problems: string[] = []
  const cell = (field: ImportField) => cleanCell(row.cells[reading.mapping[field] ?? -1] ?? '', field)
  if (row.cells.slice(reading.columns.length).some((extra) => extra.trim() !== '')) {
    problems.push(
      `The row has ${row.cells.length} cells, but there are ${reading.columns.length} columns. Is a quotation mark (") missing?`,
    )
  }
  if (row.cells.length < reading.columns.length) {
    problems.push(`The row ends after ${row.cells.length} of ${reading.columns.length} columns.`)
  }
  const odd: InvalidCell[] = []
  const phone = readPhone(cell('phone'), odd)
  const { consent, note } = readConsent(
    { consent: cell('text_consent'), date: cell('consent_date'), source: cell('consent_source') },
    phone.number,
    reading.now,
  )
  const read = {
    ...readName(cell),
    email: cell('email') || null,
    phone: phone.stored,
    phone_e164: phone.number,
    phone_type: readWord(
      { label: 'Phone type', typed: cell('phone_type'), words: phoneTypes, synonyms: TYPE_WORDS },
      odd,
    ),
    company: cell('company') || null,
    status: readWord({ label: 'Status', typed: cell('status'), words: contactStatuses }, odd),
    service_request: cell('service_request') || null,
    consent,
  }
  const kept = odd.map(({ label, typed }) => `${label} in the file: ${typed}`)
  const fields: ImportedFields = {
    ...read,
    notes: [cell('notes'), ...kept].filter(Boolean).join('\n') || null,
  }
  problems.push(...findProblems(fields))
  // A row with a problem is not imported, so its values are in no notes.
  const warnings = odd.map(({ says }) =>
    problems.length > 0 ? says : `${says} It was left empty, and is in the notes.`,
  )
  return {
    row_number: row.row_number,
    fields,
    problems,
    notes: note === null ? warnings : [...warnings, note],
  }
}

/** Trims and removes control characters; only notes keep line breaks. */
function cleanCell(cell: string, field: ImportField): string {
  const text = removeGuard(cell)
    .replaceAll('\0', UNREADABLE)
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/(?!\n)\p{Cc}/gu, '')
    .trim()
  return field === 'notes' ? text : text.replaceAll(/\s*\n\s*/g, ' ')
}

function readPhone(typed: string, odd: InvalidCell[]): ReadPhone {
  const number = normalizePhone(typed)
  if (number !== null) return { stored: formatPhoneInput(typed), number }
  if (typed !== '') odd.push({ label: 'Phone', typed, says: `“${typed}” is not a phone number.` })
  return { stored: null, number: null }
}

/**
 * Reads consent to texts: requires a yes, the date it was given, and its wording or source. Consent stays off if one is
 * missing.
 */
function readConsent({ consent, date, source }: ConsentCells, number: string | null, now: Date): ReadConsent {
  const word = consent.toLowerCase()
  if (NO.has(word)) return { consent: null, note: null }
  if (!YES.has(word)) return rejectConsent(`“${consent}” is neither yes nor no`)
  if (number === null) return rejectConsent('there is no telephone number')
  if (date === '') return rejectConsent('there is no date on which it was given')
  if (source === '') return rejectConsent('there is no wording and no source')
  const given = parseDay(date)
  if (given === null) return rejectConsent(`“${date}” is not a date like 2026-11-21 or 11/21/2026`)
  if (given.getTime() > now.getTime()) return rejectConsent(`${date} is in the future`)
  return { consent: { given_at: given.toISOString(), source }, note: null }
}

function rejectConsent(reason: string): ReadConsent {
  return { consent: null, note: `Consent to texts was left off: ${reason}.` }
}

/** Parses `2026-11-21`, ISO 8601 with a time, or the US format `11/21/2026`; noon UTC without a time. */
function parseDay(text: string): Date | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d.*)?$/.exec(text)
  const us = /^(\d\d?)\/(\d\d?)\/(\d{4})$/.exec(text)
  const [year, month, day] = us ? [us[3], us[1], us[2]] : [iso?.[1], iso?.[2], iso?.[3]]
  const noon = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), 12))
  // Rejects dates that do not exist: 2026-02-30 would become March 2.
  if (noon.getUTCMonth() !== Number(month) - 1 || noon.getTime() < EARLIEST_DATE) return null
  const exact = iso?.[4] === undefined ? noon : new Date(text)
  return Number.isNaN(exact.getTime()) ? null : exact
}

function readName(cell: (field: ImportField) => string): Pick<ImportedFields, 'first_name' | 'last_name'> {
  const name = splitName(cell('full_name'))
  const [first, last] = [cell('first_name') || name.first, cell('last_name') || name.last]
  // A single name is stored as the first name, as everywhere else.
  return first
    ? { first_name: first, last_name: last || null }
    : { first_name: last || null, last_name: null }
}

function readWord({ label, typed, words, synonyms = {} }: WordCell, odd: InvalidCell[]): string | null {
  const word = synonyms[typed.toLowerCase()] ?? typed.toLowerCase()
  if (words.includes(word)) return word
  if (typed !== '') odd.push({ label, typed, says: `${label} “${typed}” is not one of ${words.join(', ')}.` })
  return null
}

function findProblems(fields: ImportedFields): string[] {
  const { first_name: first, email } = fields
  const findings: [applies: boolean, problem: string][] = [
    [first === null, 'The first name is missing.'],
    [email !== null && !emailAddress.safeParse(email).success, `“${email}” is not an email address.`],
  ]
  return [
    ...findings.flatMap(([applies, problem]) => (applies ? [problem] : [])),
    ...findTextProblems(fields),
  ]
}

function findTextProblems(fields: ImportedFields): string[] {
  return TEXT_FIELDS.flatMap(({ field, name, limit }) => {
    const value = fields[field] ?? ''
    const long =
      value.length > limit ? [`The ${name} is longer than ${limit.toLocaleString('en-US')} characters.`] : []
    return value.includes(UNREADABLE) ? [...long, `The ${name} has a character that cannot be read.`] : long
  })
}
