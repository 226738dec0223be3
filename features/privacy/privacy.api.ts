import * as z from 'zod/mini'
import { callFunction } from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'

const summary = z.object({
  /** Names of other people with the same number. */
  sharedWith: z.array(z.string()),
  kinds: z.array(z.object({ name: z.string(), kept: z.string(), rows: z.number(), stays: z.boolean() })),
})
export type PersonalDataSummary = z.infer<typeof summary>

/** Counts the rows stored about a contact's person, by kind. Throws ApiError. */
export function summarizePersonalData(backend: Backend, contactId: string): Promise<PersonalDataSummary> {
  return callFunction(backend, {
    name: 'personal-data',
    body: { action: 'summary', contactId },
    answer: summary,
  })
}

/** Everything stored about a contact's person, as JSON text. Throws ApiError. */
export async function exportPersonalData(backend: Backend, contactId: string): Promise<string> {
  const body = { action: 'export', contactId }
  const data = await callFunction(backend, { name: 'personal-data', body, answer: z.unknown() })
  return JSON.stringify(data, null, 2)
}

/** Permanently erases everything about a contact's person. Throws ApiError. */
export async function erasePersonalData(backend: Backend, contactId: string): Promise<void> {
  const body = { action: 'erase', contactId }
  await callFunction(backend, { name: 'personal-data', body, answer: z.unknown() })
}
