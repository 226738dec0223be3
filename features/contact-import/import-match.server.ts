import type { ImportedFields } from './contact-import.ts'
import type { Transaction } from '../../platform/database/database.ts'

interface MatchKeys {
  id: string
  email_key: string | null
  phone_e164: string | null
  /** The name in lower case, where it is all that is known. */
  bare_name: string | null
}

/** A contact who may be the person of a row, with what an import can fill. */
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
  /** Locks the contacts, so that nobody changes them before the caller does. */
  lock?: boolean
}

/** Who a row is about, as far as anybody knows. */
export interface Matches {
  known: (fields: ImportedFields) => KnownContact | null
  /** The id of the deleted contact a row is about. */
  deleted: (fields: ImportedFields) => string | null
}

const BARE_NAME = 'case when contact.email is null and contact.phone is null then contact.name_key end'
const COLUMNS = `contact.id, ${BARE_NAME} as bare_name, contact.email_key, contact.phone_e164, contact.last_name, contact.email, contact.phone,
  contact.company, contact.service_request, contact.notes, contact.text_consent`

/**
 * The contacts of many rows at once: the e-mail address decides, whatever its case; the telephone number where no contact
 * has the address; the name where neither side has more. Of several the oldest. `tx` acts as service_role.
 */
export async function matchContacts(
  tx: Transaction,
  rows: readonly ImportedFields[],
  { matchPhone, lock = false }: MatchOptions,
): Promise<Matches> {
  const emails = rows.flatMap(({ email }) => email?.toLowerCase() ?? [])
  const names = rows.flatMap((fields) => bareName(fields) ?? [])
  const numbers = matchPhone ? rows.flatMap(({ phone_e164: number }) => number ?? []) : []
  const { rows: contacts } = await tx.query<KnownContact>(
    `select ${COLUMNS} from public.crm_contacts as contact
     where contact.email_key = any($1) or contact.phone_e164 = any($2)
       or (contact.name_key = any($3) and contact.email is null and contact.phone is null)
     order by contact.created_at, contact.id ${lock ? 'for update' : ''}`,
    [emails, numbers, names],
  )
  const known = finder(contacts, matchPhone)
  const gone = finder(await deletedContacts(tx, emails, numbers), matchPhone)
  return { known, deleted: (fields) => gone(fields)?.id ?? null }
}

async function deletedContacts(
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

function finder<Contact extends MatchKeys>(
  contacts: readonly Contact[],
  matchPhone: boolean,
): (fields: ImportedFields) => Contact | null {
  const byEmail = firstBy(contacts, ({ email_key: key }) => key)
  const byNumber = firstBy(contacts, ({ phone_e164: number }) => number)
  const byName = firstBy(contacts, ({ bare_name: name }) => name)
  return (fields) => {
    const { email, phone_e164: number } = fields
    const reached =
      byEmail.get(email?.toLowerCase() ?? '') ?? (matchPhone ? byNumber.get(number ?? '') : undefined)
    return reached ?? byName.get(bareName(fields) ?? '') ?? null
  }
}

function bareName({ first_name: first, last_name: last, email, phone }: ImportedFields): string | null {
  return email === null && phone === null ? `${first ?? ''} ${last ?? ''}`.toLowerCase() : null
}

function firstBy<Contact>(
  contacts: readonly Contact[],
  keyOf: (contact: Contact) => string | null,
): Map<string, Contact> {
  const first = new Map<string, Contact>()
  for (const contact of contacts) {
    const key = keyOf(contact)
    if (key !== null && !first.has(key)) first.set(key, contact)
  }
  return first
}

/** Remembers who stands in which row of a file, to notice people who stand there twice. */
export class DuplicateIndex {
  readonly #matchPhone: boolean
  readonly #emails = new Map<string, number>()
  readonly #numbers = new Map<string, number>()
  readonly #contacts = new Map<string, number>()

  constructor(matchPhone: boolean) {
    this.#matchPhone = matchPhone
  }

  /**
   * The row in which this person, or the contact they are, stood first; null, and remembered, where this is the first, however
   * often it is asked.
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

/** What an import can fill in a contact who is there already. */
export const filledFields = ['last_name', 'email', 'phone', 'company', 'service_request', 'notes'] as const

export type Filling = Partial<Record<(typeof filledFields)[number], string>>

/** What the row knows and the contact does not. Nothing the contact has is ever replaced. */
export function fillingFor(contact: KnownContact, fields: ImportedFields): Filling {
  const filling: Filling = {}
  for (const field of filledFields) {
    const value = fields[field]
    if (value !== null && (contact[field] ?? '').trim() === '') filling[field] = value
  }
  return filling
}

/** Two rows about one person as one: the earlier one's fields, and the later one's where the earlier is silent. */
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
    // Agreeing for one number says nothing about another.
    consent: earlier.consent ?? (sameNumber ? later.consent : null),
  }
}
