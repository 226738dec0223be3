import type { ImportedFields } from './contact-import.ts'
import type { Transaction } from '../../platform/database/database.ts'

interface MatchKeys {
  id: string
  email_key: string | null
  phone_e164: string | null
  name_key: string
  /** Whether the contact has neither email nor phone. */
  bare: boolean
  notes: string | null
}

/** A contact that may match a row, with the fields an import can fill. */
export interface KnownContact extends MatchKeys {
  last_name: string
  email: string | null
  phone: string | null
  company: string | null
  service_request: string | null
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

const COLUMNS = `contact.id, contact.name_key, contact.email is null and contact.phone is null as bare, contact.email_key,
  contact.phone_e164, contact.last_name, contact.email, contact.phone, contact.company, contact.service_request,
  contact.notes, contact.text_consent`

const KEPT_MARK = 'in the file'
const KEPT_LINE = new RegExp(`^[A-Z][a-z ]+ ${KEPT_MARK}: `, 'm')
const KEPT_ADDRESS = new RegExp(`^(?:Email|Phone) ${KEPT_MARK}: .+$`, 'gm')

/** The line of the notes that keeps a value its field could not hold. */
export function formatKeptLine(label: string, typed: string): string {
  return `${label} ${KEPT_MARK}: ${typed}`
}

/** Whether the notes keep a value of the file. */
export function keepsValue(notes: string | null): boolean {
  return KEPT_LINE.test(notes ?? '')
}

/** Emails and phones kept in the notes, because they could not be read. */
function findKeptAddresses(notes: string | null): string[] {
  return (notes ?? '').match(KEPT_ADDRESS)?.map((line) => line.toLowerCase()) ?? []
}

/** Fields an import can fill in an existing contact. */
export const fillableFields = ['last_name', 'email', 'phone', 'company', 'service_request', 'notes'] as const

export type Filling = Partial<Record<(typeof fillableFields)[number], string>>

/**
 * Matches many rows to contacts: by email (case-insensitive), then by phone number. A row without both is matched by name
 * and the unreadable email or phone in the notes, which an earlier import left there; then by name, to a contact that has no
 * email and phone either, and no other unreadable ones. The oldest contact wins. Needs `service_role`.
 */
export async function matchContacts(
  tx: Transaction,
  rows: readonly ImportedFields[],
  { matchPhone, lock = false }: MatchOptions,
): Promise<Matches> {
  const emails = rows.flatMap(({ email }) => email?.toLowerCase() ?? [])
  const names = rows.filter(isBare).map(getName)
  const numbers = matchPhone ? rows.flatMap(({ phone_e164: number }) => number ?? []) : []
  const { rows: contacts } = await tx.query<KnownContact>(
    `select ${COLUMNS} from public.crm_contacts as contact
     where contact.email_key = any($1) or contact.phone_e164 = any($2)
       or (contact.name_key = any($3) and
           (contact.email is null and contact.phone is null or contact.notes like '% ${KEPT_MARK}: %'))
     order by contact.created_at, contact.id ${lock ? 'for update' : ''}`,
    [emails, numbers, names],
  )
  const known = createFinder(contacts, matchPhone)
  const gone = createFinder(await findDeleted(tx, { emails, numbers, names }), matchPhone)
  return { known, deleted: (fields) => gone(fields)?.id ?? null }
}

async function findDeleted(
  tx: Transaction,
  { emails, numbers, names }: Record<'emails' | 'numbers' | 'names', readonly string[]>,
): Promise<MatchKeys[]> {
  const { rows } = await tx.query<MatchKeys>(
    `select id, contact ->> 'email_key' as email_key, contact ->> 'phone_e164' as phone_e164,
            coalesce(contact ->> 'name_key', '') as name_key, false as bare, contact ->> 'notes' as notes
     from public.deleted_contacts
     where contact ->> 'email_key' = any($1) or contact ->> 'phone_e164' = any($2)
       or (contact ->> 'name_key' = any($3) and contact ->> 'notes' like '% ${KEPT_MARK}: %')
     order by deleted_at desc, id`,
    [emails, numbers, names],
  )
  return rows
}

function createFinder<Contact extends MatchKeys>(
  contacts: readonly Contact[],
  matchPhone: boolean,
): (fields: ImportedFields) => Contact | null {
  const byEmail = indexFirst(contacts, ({ email_key: key }) => key)
  const byNumber = indexFirst(contacts, ({ phone_e164: number }) => number)
  const byName = Map.groupBy(contacts, ({ name_key: name }) => name)
  return (fields) => {
    const { email, phone_e164: number } = fields
    const reached =
      byEmail.get(email?.toLowerCase() ?? '') ?? (matchPhone ? byNumber.get(number ?? '') : undefined)
    if (reached !== undefined) return reached
    return isBare(fields) ? findNamesake(fields, byName.get(getName(fields)) ?? []) : null
  }
}

/** The contact of the same name with the same unreadable address, or else one without any difference from the row. */
function findNamesake<Contact extends MatchKeys>(
  fields: ImportedFields,
  namesakes: readonly Contact[],
): Contact | null {
  const addresses = findKeptAddresses(fields.notes)
  const shared = namesakes.find(({ notes }) =>
    findKeptAddresses(notes).some((address) => addresses.includes(address)),
  )
  const alike = ({ bare, notes }: Contact) =>
    bare && (addresses.length === 0 || findKeptAddresses(notes).length === 0)
  return shared ?? namesakes.find(alike) ?? null
}

function isBare({ email, phone }: ImportedFields): boolean {
  return email === null && phone === null
}

function getName({ first_name: first, last_name: last }: ImportedFields): string {
  return `${first ?? ''} ${last ?? ''}`.toLowerCase()
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
  readonly #rows = new Map<string, number>()

  constructor(matchPhone: boolean) {
    this.#matchPhone = matchPhone
  }

  /**
   * Returns the first row of the same person or contact. Returns null if that is `row`, which it then records; repeated calls
   * for a row give the same result.
   */
  findEarlier(row: number, fields: ImportedFields, contactId: string | null): number | null {
    const keys = this.#listKeys(fields, contactId)
    const first = keys.map((key) => this.#rows.get(key)).find((found) => found !== undefined) ?? row
    for (const key of keys) if (!this.#rows.has(key)) this.#rows.set(key, first)
    return first === row ? null : first
  }

  /** Most reliable first. Without an email and a phone, the name and what could not be read tell people apart. */
  #listKeys(fields: ImportedFields, contactId: string | null): string[] {
    const { email, phone_e164: number } = fields
    const addresses = findKeptAddresses(fields.notes)
    const names = addresses.length > 0 ? addresses : ['']
    return [
      ...(email === null ? [] : [`email ${email.toLowerCase()}`]),
      ...(contactId === null ? [] : [`contact ${contactId}`]),
      ...(number === null || !this.#matchPhone ? [] : [`number ${number}`]),
      ...(isBare(fields) ? names.map((address) => `name ${getName(fields)} ${address}`) : []),
    ]
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
