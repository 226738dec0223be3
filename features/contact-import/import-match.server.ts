import type { ImportedFields } from './contact-import.ts'
import type { Transaction } from '../../platform/database/database.ts'

interface MatchKeys {
  id: string
  email_key: string | null
  phone_e164: string | null
  /** Lower-case name of a contact without email and phone. */
  bare_name: string | null
}

/** A contact that may match a row, with the fields an import can fill. */
export interface KnownContact extends MatchKeys {
  last_name: string
  email: string | null
  phone: string | null
  company: string | null
  service_request: string | null
  notes: string | null
  text_consent: boolean
}

export interface MatchOptions {
  matchPhone: boolean
  /** Locks the contacts against changes until the transaction ends. */
  lock?: boolean
}

/** Finds the contact a row belongs to. */
export interface Matches {
  known: (fields: ImportedFields) => KnownContact | null
  /** Returns the id of a deleted contact. */
  deleted: (fields: ImportedFields) => string | null
}

const BARE_NAME = 'case when contact.email is null and contact.phone is null then contact.name_key end'
const COLUMNS = `contact.id, ${BARE_NAME} as bare_name, contact.email_key, contact.phone_e164, contact.last_name, contact.email, contact.phone,
  contact.company, contact.service_request, contact.notes, contact.text_consent`

/** Fields an import can fill in an existing contact. */
export const fillableFields = ['last_name', 'email', 'phone', 'company', 'service_request', 'notes'] as const

export type Filling = Partial<Record<(typeof fillableFields)[number], string>>

/**
 * Matches many rows to contacts: by email (case-insensitive), then by phone number, then by name if neither side has an email
 * or phone. The oldest contact wins. Needs `service_role`.
 */
export async function matchContacts(
  tx: Transaction,
  rows: readonly ImportedFields[],
  { matchPhone, lock = false }: MatchOptions,
): Promise<Matches> {
  const emails = rows.flatMap(({ email }) => email?.toLowerCase() ?? [])
  const names = rows.flatMap((fields) => getBareName(fields) ?? [])
  const numbers = matchPhone ? rows.flatMap(({ phone_e164: number }) => number ?? []) : []
  const { rows: contacts } = await tx.query<KnownContact>(
    `select ${COLUMNS} from public.crm_contacts as contact
     where contact.email_key = any($1) or contact.phone_e164 = any($2)
       or (contact.name_key = any($3) and contact.email is null and contact.phone is null)
     order by contact.created_at, contact.id ${lock ? 'for update' : ''}`,
    [emails, numbers, names],
  )
  const known = createFinder(contacts, matchPhone)
  const gone = createFinder(await findDeleted(tx, emails, numbers), matchPhone)
  return { known, deleted: (fields) => gone(fields)?.id ?? null }
}

async function findDeleted(
  tx: Transaction,
  emails: readonly string[],
  numbers: readonly string[],
): Promise<MatchKeys[]> {
  const { rows } = await tx.query<MatchKeys>(
    `select id, contact ->> 'email_key' as email_key, contact ->> 'phone_e164' as phone_e164, null as bare_name
     from public.deleted_contacts
     where contact ->> 'email_key' = any($1) or contact ->> 'phone_e164' = any($2) order by deleted_at desc, id`,
    [emails, numbers],
  )
  return rows
}

function createFinder<Contact extends MatchKeys>(
  contacts: readonly Contact[],
  matchPhone: boolean,
): (fields: ImportedFields) => Contact | null {
  const byEmail = indexFirst(contacts, ({ email_key: key }) => key)
  const byNumber = indexFirst(contacts, ({ phone_e164: number }) => number)
  const byName = indexFirst(contacts, ({ bare_name: name }) => name)
  return (fields) => {
    const { email, phone_e164: number } = fields
    const reached =
      byEmail.get(email?.toLowerCase() ?? '') ?? (matchPhone ? byNumber.get(number ?? '') : undefined)
    return reached ?? byName.get(getBareName(fields) ?? '') ?? null
  }
}

function getBareName({ first_name: first, last_name: last, email, phone }: ImportedFields): string | null {
  return email === null && phone === null ? `${first ?? ''} ${last ?? ''}`.toLowerCase() : null
}

function indexFirst<Contact>(
  contacts: readonly Contact[],
  getKey: (contact: Contact) => string | null,
): Map<string, Contact> {
  const first = new Map<string, Contact>()
  for (const contact of contacts) {
    const key = getKey(contact)
    if (key !== null && !first.has(key)) first.set(key, contact)
  }
  return first
}

/** Detects people who appear more than once in a file. */
export class DuplicateIndex {
  readonly #matchPhone: boolean
  readonly #emails = new Map<string, number>()
  readonly #numbers = new Map<string, number>()
  readonly #contacts = new Map<string, number>()

  constructor(matchPhone: boolean) {
    this.#matchPhone = matchPhone
  }

  /**
   * Returns the first row of the same person or contact. Returns null if that is `row`, which it then records; repeated calls
   * for a row give the same result.
   */
  findEarlier(row: number, fields: ImportedFields, contactId: string | null): number | null {
    const email = fields.email?.toLowerCase() ?? ''
    const number = this.#matchPhone ? (fields.phone_e164 ?? '') : ''
    const earlier =
      this.#emails.get(email) ?? this.#contacts.get(contactId ?? '') ?? this.#numbers.get(number) ?? null
    const first = earlier ?? row
    if (email !== '' && !this.#emails.has(email)) this.#emails.set(email, first)
    if (number !== '' && !this.#numbers.has(number)) this.#numbers.set(number, first)
    if (contactId !== null && !this.#contacts.has(contactId)) this.#contacts.set(contactId, first)
    return first === row ? null : earlier
  }
}

/** Values of the row for the contact's empty fields. Never replaces a value. */
export function findFilling(contact: KnownContact, fields: ImportedFields): Filling {
  const filling: Filling = {}
  for (const field of fillableFields) {
    const value = fields[field]
    if (value !== null && (contact[field] ?? '').trim() === '') filling[field] = value
  }
  return filling
}

/** Merges two rows of one person: the earlier row's values win. */
export function mergeRows(earlier: ImportedFields, later: ImportedFields): ImportedFields {
  const withPhone = earlier.phone === null ? later : earlier
  const sameNumber = withPhone.phone_e164 === later.phone_e164
  return {
    first_name: earlier.first_name ?? later.first_name,
    last_name: earlier.last_name ?? later.last_name,
    email: earlier.email ?? later.email,
    phone: withPhone.phone,
    phone_e164: withPhone.phone_e164,
    phone_type: withPhone.phone_type,
    company: earlier.company ?? later.company,
    status: earlier.status ?? later.status,
    service_request: earlier.service_request ?? later.service_request,
    notes: earlier.notes ?? later.notes,
    // Consent applies only to the number it was given for.
    consent: earlier.consent ?? (sameNumber ? later.consent : null),
  }
}
