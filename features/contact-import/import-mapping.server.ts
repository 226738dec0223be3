import type { ImportField, ImportMapping } from './contact-import.ts'
import { normalizePhone } from '../contacts/contacts.server.ts'

/** Column names that other programs use per field, letters and digits only, most likely first. */
const FIELD_NAMES: Record<ImportField, string[]> = {
  first_name: ['firstname', 'givenname', 'forename', 'first'],
  last_name: ['lastname', 'surname', 'familyname', 'last'],
  full_name: ['name', 'fullname', 'contactname', 'contact', 'displayname', 'customername', 'clientname'],
  email: ['email', 'emailaddress', 'mail', 'email1value', 'email1', 'primaryemail', 'workemail'],
  phone: [
    'phone',
    'phonenumber',
    'mobilephone',
    'mobile',
    'cellphone',
    'cell',
    'telephone',
    'tel',
    'phone1value',
    'primaryphone',
    'businessphone',
    'workphone',
    'homephone',
  ],
  phone_type: ['phonetype', 'phone1type', 'typeofphone'],
  company: [
    'company',
    'companyname',
    'firm',
    'organization',
    'organisation',
    'business',
    'businessname',
    'account',
  ],
  status: ['status', 'leadstatus', 'stage', 'lifecyclestage', 'contactstatus'],
  service_request: ['servicerequest', 'service', 'servicerequested', 'interest', 'interestedin'],
  notes: ['notes', 'note', 'comments', 'comment', 'description', 'message'],
  text_consent: ['textconsent', 'consenttotexts', 'smsconsent', 'smsoptin', 'textoptin', 'consent', 'optin'],
  consent_date: [
    'consentgivenon',
    'consentdate',
    'textconsentdate',
    'smsconsentdate',
    'optindate',
    'smsoptindate',
    'consentedat',
  ],
  consent_source: [
    'consentwordingorsource',
    'consentsource',
    'consentwording',
    'textconsentsource',
    'smsconsentsource',
    'optinsource',
    'smsoptinsource',
  ],
}

/** Minimum share of addresses or numbers in a column that counts as an email or phone column. */
const MIN_SHARE = 0.8
/** Longer cells are skipped, because the patterns are slow on them. */
const MAX_ADDRESS_LENGTH = 320
const ADDRESS_PATTERN = /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/
/** Keeps dates, amounts and words away from the slower check of numbers. */
const NUMBER_PATTERN = /^\s*[+(]?\d[\d ().+/x-]{8,40}$/

/**
 * Maps fields to zero-based columns by column name; maps a full name only without a first name. If no column is named like
 * an email or a phone, uses the column with email addresses or phone numbers in most of these rows.
 */
export function guessMapping(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): ImportMapping {
  const plain = columns.map((column) => column.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  const mapping: ImportMapping = {}
  for (const [field, names] of listFieldNames()) {
    const column = names.map((name) => plain.indexOf(name)).find((index) => index !== -1)
    if (column !== undefined) mapping[field] = column
  }
  // Matches "E-Mail Adresse" but not "Mailing address".
  const mail = plain.findIndex((name) => /email|^mail(?!ing)/.test(name))
  if (mapping.email === undefined && mail !== -1) mapping.email = mail
  const find = (matches: (cell: string) => boolean) =>
    findColumn(matches, { columns: columns.length, rows, taken: Object.values(mapping) })
  const addresses = mapping.email === undefined ? find(isAddress) : undefined
  if (addresses !== undefined) mapping.email = addresses
  const numbers = mapping.phone === undefined ? find(isNumber) : undefined
  if (numbers !== undefined) mapping.phone = numbers
  if (mapping.first_name !== undefined) delete mapping.full_name
  return mapping
}

function isAddress(cell: string): boolean {
  return cell.length <= MAX_ADDRESS_LENGTH && ADDRESS_PATTERN.test(cell)
}

function isNumber(cell: string): boolean {
  return NUMBER_PATTERN.test(cell) && normalizePhone(cell) !== null
}

/** The unassigned column with the most matching cells. */
function findColumn(
  matches: (cell: string) => boolean,
  {
    columns,
    rows,
    taken,
  }: { columns: number; rows: readonly (readonly string[])[]; taken: readonly number[] },
): number | undefined {
  const counted = Array.from({ length: columns }, (_, column) => {
    const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell.trim() !== '')
    const matching = cells.filter(matches).length
    return { column, matching, found: matching > 0 && matching >= cells.length * MIN_SHARE }
  })
  return counted
    .filter(({ column, found }) => found && !taken.includes(column))
    .toSorted((one, other) => other.matching - one.matching)[0]?.column
}

function listFieldNames(): [ImportField, string[]][] {
  return Object.keys(FIELD_NAMES).flatMap((name) => (isField(name) ? [[name, FIELD_NAMES[name]]] : []))
}

function isField(name: string): name is ImportField {
  return name in FIELD_NAMES
}
