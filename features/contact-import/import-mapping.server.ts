import type { ImportField, ImportMapping } from './contact-import.ts'

/** What programs people come from call a field, in letters and digits alone; the likeliest first. */
const NAMES: Record<ImportField, string[]> = {
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

/** Of the cells of a column, at least so many are addresses where the column is taken for one of addresses. */
const MOSTLY = 0.8
/** No cell longer than an address can be is tried: the pattern takes long for those. */
const LONGEST = 320
const ADDRESS = /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/

/**
 * The columns (counted from 0) whose names say which field they are; a full name only where its parts are missing. Where no
 * name says so, the email address is in the column whose cells in these rows are addresses.
 */
export function guessMapping(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): ImportMapping {
  const plain = columns.map((column) => column.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  const mapping: ImportMapping = {}
  for (const [field, names] of fieldNames()) {
    const column = names.map((name) => plain.indexOf(name)).find((index) => index !== -1)
    if (column !== undefined) mapping[field] = column
  }
  // Such as "E-Mail Adresse"; a mailing address is another thing.
  const mail = plain.findIndex((name) => /email|^mail(?!ing)/.test(name))
  if (mapping.email === undefined && mail !== -1) mapping.email = mail
  const addresses = findAddresses(columns.length, { rows, taken: Object.values(mapping) })
  if (mapping.email === undefined && addresses !== undefined) mapping.email = addresses
  if (mapping.first_name !== undefined) delete mapping.full_name
  return mapping
}

function findAddresses(
  columns: number,
  { rows, taken }: { rows: readonly (readonly string[])[]; taken: readonly number[] },
): number | undefined {
  const counted = Array.from({ length: columns }, (_, column) => {
    const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell.trim() !== '')
    const addresses = cells.filter((cell) => cell.length <= LONGEST && ADDRESS.test(cell)).length
    return { column, addresses, found: addresses > 0 && addresses >= cells.length * MOSTLY }
  })
  return counted
    .filter(({ column, found }) => found && !taken.includes(column))
    .toSorted((one, other) => other.addresses - one.addresses)[0]?.column
}

function fieldNames(): [ImportField, string[]][] {
  return Object.keys(NAMES).flatMap((name) => (isField(name) ? [[name, NAMES[name]]] : []))
}

function isField(name: string): name is ImportField {
  return name in NAMES
}
