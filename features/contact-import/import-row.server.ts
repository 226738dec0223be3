import { z } from 'zod'
import {
  valueWords,
  type ImportedFields,
  type ImportField,
  type ImportSettings,
  type ReadRow,
} from './contact-import.ts'
import { formatPhoneInput } from '../contacts/contacts.ts'
import { contactColumnLimits, fileColumnLabels } from '../../db/row-types.ts'
import { cleanCell, UNREADABLE } from './import-cell.server.ts'
import { findWord } from './import-values.server.ts'
import { formatKeptLine } from './import-match.server.ts'
import { normalizePhone, splitName } from '../contacts/contacts.server.ts'

/** Text fields with their names in messages. */
const TEXT_LABELS = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  service_request: 'Service request',
  notes: 'Notes',
} as const
type TextField = keyof typeof TEXT_LABELS
/** Characters of a value in a message. */
const QUOTED_LENGTH = 80
const KEPT = 'It was left empty, and is in the notes.'
const emailAddress = z.email({ pattern: z.regexes.html5Email })

const EARLIEST_DATE = Date.UTC(1990, 0, 1)
/** Local numbers have seven. */
const MIN_PHONE_DIGITS = 7

interface FileRow {
  row_number: number
  cells: readonly string[]
}

export interface RowContext {
  settings: Pick<ImportSettings, 'mapping' | 'values'>
  /** Column names of the file. */
  columns: readonly string[]
  now: Date
}

/** A cell with a value the field cannot hold. The row is imported without it. */
interface InvalidCell {
  label: string
  typed: string
  says: string
}

interface ReadConsent {
  consent: ImportedFields['consent']
  /** Why the row's consent does not count; null if it claims none or has its evidence. */
  note: string | null
}

/** Parses a row into contact fields, with its problems and warnings in plain words. */
export function readContactRow(row: FileRow, context: RowContext): ReadRow {
  return new RowReader(row, context).read()
}

class RowReader {
  readonly #row: FileRow
  readonly #context: RowContext
  readonly #invalid: InvalidCell[] = []
  readonly #notes: string[] = []

  constructor(row: FileRow, context: RowContext) {
    this.#row = row
    this.#context = context
  }

  read(): ReadRow {
    const problems = this.#checkShape()
    const name = this.#readName()
    const email = this.#readEmail()
    const { phone, number } = this.#readPhone()
    const company = this.#readText('company')
    const { consent, note } = this.#readConsent(number)
    const read = {
      ...name,
      email,
      phone,
      phone_e164: number,
      phone_type: this.#readWord('phone_type'),
      company,
      status: this.#readWord('status'),
      service_request: this.#readText('service_request'),
      consent,
    }
    const first_name = name.first_name ?? this.#findNameInstead({ company, email, phone })
    if (first_name === null) problems.push('Nothing in the row names or reaches anybody.')
    const notes = this.#joinNotes()
    // A row with a problem is not imported, so its values are in no notes.
    const warnings = this.#invalid.map(({ says }) => (problems.length > 0 ? says : `${says} ${KEPT}`))
    return {
      row_number: this.#row.row_number,
      fields: { ...read, first_name, notes },
      problems,
      notes: [...warnings, ...this.#notes, ...(note === null ? [] : [note])],
    }
  }

  #checkShape(): string[] {
    const { cells } = this.#row
    const { length } = this.#context.columns
    if (cells.slice(length).some((extra) => extra.trim() !== ''))
      return [`The row has more cells than there are columns. Is a quotation mark (") missing?`]
    return cells.length < length ? ['The row has fewer cells than there are columns.'] : []
  }

  #cell(field: ImportField): string {
    return cleanCell(this.#row.cells[this.#context.settings.mapping[field] ?? -1] ?? '', field)
  }

  /** A text within its limit; a longer one is left empty. */
  #readText(field: TextField, typed = this.#cell(field)): string | null {
    const [label, limit] = [TEXT_LABELS[field], contactColumnLimits[field]]
    if (typed.length > limit) {
      const says = `The ${label.toLowerCase()} is longer than ${limit.toLocaleString('en-US')} characters.`
      this.#invalid.push({ label, typed, says })
      return null
    }
    this.#noteUnreadable(label, typed)
    return typed || null
  }

  #noteUnreadable(label: string, typed: string): void {
    if (typed.includes(UNREADABLE))
      this.#notes.push(`The ${label.toLowerCase()} has a character that cannot be read.`)
  }

  #readName(): Pick<ImportedFields, 'first_name' | 'last_name'> {
    const name = splitName(this.#cell('full_name'))
    const first = this.#readText('first_name', this.#cell('first_name') || name.first)
    const last = this.#readText('last_name', this.#cell('last_name') || name.last)
    // A single name is stored as the first name, as everywhere else.
    return first === null ? { first_name: last, last_name: null } : { first_name: first, last_name: last }
  }

  #readEmail(): string | null {
    const typed = this.#cell('email')
    if (typed === '') return null
    if (typed.length > contactColumnLimits.email || emailAddress.safeParse(typed).success)
      return this.#readText('email', typed)
    this.#invalid.push({
      label: 'Email',
      typed,
      says: `The email ${quote(typed)} is not an email address.`,
    })
    return null
  }

  #readPhone(): { phone: string | null; number: string | null } {
    const typed = this.#cell('phone')
    const number = normalizePhone(typed)
    if (number !== null) {
      const phone = this.#readText('phone', formatPhoneInput(typed))
      return { phone, number: phone === null ? null : number }
    }
    if (typed !== '') {
      const says = `The phone ${quote(typed)} is not a phone number.`
      this.#invalid.push({ label: 'Phone', typed, says })
    }
    return { phone: null, number: null }
  }

  #readWord(field: 'status' | 'phone_type'): string | null {
    const typed = this.#cell(field)
    const word = findWord(field, typed, this.#context.settings.values)
    if (word !== null || typed === '') return word
    const label = fileColumnLabels[field]
    const says = `The ${label.toLowerCase()} ${quote(typed)} is not one of ${valueWords[field].join(', ')}.`
    this.#invalid.push({ label, typed, says })
    return null
  }

  /**
   * Reads consent to texts: requires a yes, the date it was given, and its wording or source. Consent stays off if one is
   * missing.
   */
  #readConsent(number: string | null): ReadConsent {
    const typed = this.#cell('text_consent')
    const word = findWord('text_consent', typed, this.#context.settings.values)
    if (word === 'no' || typed === '') return { consent: null, note: null }
    if (word === null) return rejectConsent(`the answer ${quote(typed)} is neither yes nor no`)
    const [date, source] = [this.#cell('consent_date'), this.#cell('consent_source')]
    if (number === null) return rejectConsent('there is no telephone number')
    if (date === '') return rejectConsent('there is no date on which it was given')
    if (source === '') return rejectConsent('there is no wording and no source')
    const given = parseDay(date)
    if (given === null) return rejectConsent(`the date ${quote(date)} is not like 2026-11-21 or 11/21/2026`)
    if (given.getTime() > this.#context.now.getTime())
      return rejectConsent(`the date ${quote(date)} is in the future`)
    return { consent: { given_at: given.toISOString(), source }, note: null }
  }

  /** What names a person without a name. A rejected email or phone counts if a person could make sense of it. */
  #findNameInstead(known: Pick<ImportedFields, 'company' | 'email' | 'phone'>): string | null {
    const rejected = (label: string) => this.#invalid.find((cell) => cell.label === label)?.typed ?? ''
    const [email, phone] = [rejected(TEXT_LABELS.email), rejected(TEXT_LABELS.phone)]
    const candidates = {
      company: known.company,
      email: known.email ?? (email.includes('@') ? email : null),
      phone: known.phone ?? (phone.replaceAll(/\D/g, '').length >= MIN_PHONE_DIGITS ? phone : null),
      'start of the long name': rejected(TEXT_LABELS.first_name) || rejected(TEXT_LABELS.last_name),
    }
    const found = Object.entries(candidates).find(([, value]) => value)
    if (!found?.[1]) return null
    this.#notes.push(`The first name is missing. The ${found[0]} is used instead.`)
    return cut(found[1], contactColumnLimits.first_name)
  }

  /** The notes of the file, then the values that were left empty. These stay whole as long as they fit. */
  #joinNotes(): string | null {
    const limit = contactColumnLimits.notes
    const notes = this.#cell('notes')
    this.#noteUnreadable(TEXT_LABELS.notes, notes)
    const kept = this.#invalid.map((cell) => formatKeptLine(cell.label, cell.typed)).join('\n')
    const whole = [notes, kept].filter(Boolean).join('\n')
    if (whole.length <= limit) return whole || null
    this.#notes.push(`The notes are longer than ${limit.toLocaleString('en-US')} characters. They were cut.`)
    const room = Math.max(0, limit - kept.length - 1)
    return cut([cut(notes, room), kept].filter(Boolean).join('\n'), limit)
  }
}

/** A value in a message. Reasons are counted without the text in these quotation marks. */
function quote(value: string): string {
  return `“${cut(value.replaceAll(/[“”]/g, '"'), QUOTED_LENGTH)}”`
}

/** Cuts between characters. */
function cut(value: string, limit: number): string {
  return value.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')
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
