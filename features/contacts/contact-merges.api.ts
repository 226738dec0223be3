import * as z from 'zod/mini'
import { contactRow } from '../../db/row-types.ts'
import { findRow, requireRows, requireSuccess, listColumns } from '../../web/api/request.ts'
import { ApiError } from '../../web/api/api-error.ts'
import type { Backend } from '../../web/api/client.ts'
import { toDigitsPattern } from '../../web/api/search-pattern.ts'

/** Fields for which a merge keeps one of two values. */
export const mergedFields = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'company',
  'status',
  'service_request',
] as const
export type MergedField = (typeof mergedFields)[number]

const mergeable = z.pick(contactRow, {
  id: true,
  first_name: true,
  last_name: true,
  email: true,
  phone: true,
  company: true,
  status: true,
  service_request: true,
})
/** What the comparison shows of a contact. */
export type MergeableContact = z.infer<typeof mergeable>

const duplicateRow = z.extend(mergeable, {
  same_email: z.boolean(),
  same_phone: z.boolean(),
  same_name: z.boolean(),
})
export type DuplicateRow = z.infer<typeof duplicateRow>

const COLUMNS = listColumns(duplicateRow)
const MERGES = 'contact_merges'
const DISTINCT = 'distinct_contacts'

/** Likely duplicates of a contact: same email, same number, or nearly the same name. */
export async function listDuplicates(backend: Backend, contactId: string): Promise<DuplicateRow[]> {
  const answer = await backend.from('contact_duplicates').select(COLUMNS).eq('contact_id', contactId).limit(5)
  return requireRows(duplicateRow, answer)
}

const similarRow = z.extend(
  z.pick(contactRow, {
    id: true,
    first_name: true,
    last_name: true,
    email: true,
    phone: true,
    company: true,
    status: true,
    created_at: true,
  }),
  { email_key: z.nullable(z.string()), company_key: z.nullable(z.string()) },
)
export type SimilarRow = z.infer<typeof similarRow>

/** What was typed for a new contact; empty for nothing. */
export interface TypedContact {
  email: string
  phone: string
  company: string
}

/** Digits of a number without the country code. */
const WHOLE_NUMBER = 10

/** The conditions under which a contact is similar: the same email, whole number or company. */
export function similarTo({ email, phone, company }: TypedContact): string[] {
  const digits = phone.replaceAll(/\D/g, '').length < WHOLE_NUMBER ? null : toDigitsPattern(phone)
  const [emailKey, companyKey] = [email, company].map((typed) => JSON.stringify(typed.trim().toLowerCase()))
  return [
    ...(email.includes('@') ? [`email_key.eq.${emailKey}`] : []),
    ...(digits === null ? [] : [`phone_key.like."${digits}"`]),
    ...(company.trim() === '' ? [] : [`company_key.eq.${companyKey}`]),
  ]
}

/** What the contact has in common with what was typed: "email", "phone", "company". */
export function nameSimilarities(
  contact: Pick<SimilarRow, 'email_key' | 'phone' | 'company_key'>,
  typed: TypedContact,
): string[] {
  const number = lastDigits(typed.phone)
  return [
    ...(isSame(contact.email_key, typed.email) ? ['email'] : []),
    ...(number.length === WHOLE_NUMBER && lastDigits(contact.phone ?? '') === number ? ['phone'] : []),
    ...(isSame(contact.company_key, typed.company) ? ['company'] : []),
  ]
}

function isSame(key: string | null, words: string): boolean {
  return key !== null && key === words.trim().toLowerCase()
}

function lastDigits(phone: string): string {
  return phone.replaceAll(/\D/g, '').slice(-WHOLE_NUMBER)
}

/** At most three contacts that meet one of the conditions, the newest first. */
export async function listSimilar(backend: Backend, conditions: readonly string[]): Promise<SimilarRow[]> {
  const answer = await backend
    .from('contact_search')
    .select(listColumns(similarRow))
    .or(conditions.join(','))
    .order('created_at', { ascending: false })
    .limit(3)
  return requireRows(similarRow, answer)
}

/** Ids of two contacts. Fields in `taken` come from the merged one. */
export interface Merge {
  kept: string
  merged: string
  taken: MergedField[]
}

/** Merges two contacts. Returns the id for `undoMerge`. */
export async function mergeContacts(backend: Backend, { kept, merged, taken }: Merge): Promise<string> {
  const answer = await backend
    .from(MERGES)
    .insert({ kept_id: kept, merged_id: merged, taken })
    .select('id')
    .single()
  const merge = findRow(z.object({ id: z.string() }), answer)
  if (!merge) throw new ApiError('unknown', 'The merge was not returned')
  return merge.id
}

/** Marks two contacts as not the same person, for everybody. Returns the id for `unmarkDistinct`. */
export async function markDistinct(
  backend: Backend,
  [one, other]: readonly [string, string],
): Promise<string> {
  const answer = await backend
    .from(DISTINCT)
    .insert({ contact_id: one, other_id: other })
    .select('id')
    .single()
  const mark = findRow(z.object({ id: z.string() }), answer)
  if (!mark) throw new ApiError('unknown', 'The mark was not returned')
  return mark.id
}

export async function unmarkDistinct(backend: Backend, id: string): Promise<void> {
  requireSuccess(await backend.from(DISTINCT).delete().eq('id', id))
}

/** Undoes a merge. Refused if the contact changed since; the error's message gives the reason. */
export async function undoMerge(backend: Backend, id: string): Promise<void> {
  requireSuccess(await backend.from(MERGES).update({ undone: true }).eq('id', id))
}
