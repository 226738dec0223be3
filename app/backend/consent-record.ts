import * as z from 'zod/mini'
import { requireRows } from './answers.ts'
import { callFunction } from './call-function.ts'
import type { Backend } from './client.ts'
import { columnsOf } from './columns-of.ts'

const optionalText = z.nullable(z.string())

const consentRow = z.object({
  id: z.string(),
  occurred_at: z.string(),
  action: z.enum(['grant', 'revoke']),
  method: z.enum(['web_form', 'keyword', 'staff', 'import', 'carrier']),
  phone_e164: optionalText,
  wording: optionalText,
  wording_version: optionalText,
  page: optionalText,
  client_ip: optionalText,
})
export type ConsentRow = z.infer<typeof consentRow>

/** Every agreement and withdrawal of a contact, newest first; at most 100. Throws BackendError. */
export async function listConsentEvents(backend: Backend, contactId: string): Promise<ConsentRow[]> {
  const answer = await backend
    .from('consent_events')
    .select(columnsOf(consentRow))
    .eq('contact_id', contactId)
    .order('occurred_at', { ascending: false })
    .order('id')
    .limit(100)
  return requireRows(consentRow, answer)
}

/** All that proves what a contact agreed to, as the text of a JSON file. Throws BackendError. */
export async function downloadConsentEvidence(backend: Backend, contactId: string): Promise<string> {
  const evidence = await callFunction(backend, {
    name: 'consent-evidence',
    body: { contactId, format: 'json' },
    answer: z.unknown(),
  })
  return JSON.stringify(evidence, null, 2)
}
