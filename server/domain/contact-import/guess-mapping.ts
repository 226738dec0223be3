import type { ImportField, ImportMapping } from '../../../shared/contact-import.ts'

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

/** The columns (counted from 0) whose names say which field they are; a full name only where its parts are missing. */
export function guessMapping(columns: readonly string[]): ImportMapping {
  const plain = columns.map((column) => column.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  const mapping: ImportMapping = {}
  for (const [field, names] of fieldNames()) {
    const column = names.map((name) => plain.indexOf(name)).find((index) => index !== -1)
    if (column !== undefined) mapping[field] = column
  }
  // Such as "E-Mail Adresse"; a mailing address is another thing.
  const mail = plain.findIndex((name) => /email|^mail(?!ing)/.test(name))
  if (mapping.email === undefined && mail !== -1) mapping.email = mail
  if (mapping.first_name !== undefined) delete mapping.full_name
  return mapping
}

function fieldNames(): [ImportField, string[]][] {
  return Object.keys(NAMES).flatMap((name) => (isField(name) ? [[name, NAMES[name]]] : []))
}

function isField(name: string): name is ImportField {
  return name in NAMES
}
