import * as z from 'zod/mini'
import { callFunction } from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'
import type { ChosenContacts } from '../contacts/contacts.api.ts'
import { leftOutReasons } from './batch-texts.ts'

const recipient = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  company: z.nullable(z.string()),
})
export type Recipient = z.infer<typeof recipient>

const textRecipients = z.object({
  recipients: z.array(recipient),
  leftOut: z.array(
    z.object({ reason: z.enum(leftOutReasons), count: z.number(), names: z.array(z.string()) }),
  ),
  /** How many of them wait for a reply. */
  needReply: z.number(),
  /** When the last text goes out, apart from those held for the end of quiet hours; null without any. */
  until: z.nullable(z.string()),
  held: z.number(),
  heldUntil: z.nullable(z.string()),
})
export type TextRecipients = z.infer<typeof textRecipients>

/** Who of the chosen contacts can be texted, and who is left out. Throws ApiError. */
export async function listTextRecipients(
  backend: Backend,
  chosen: ChosenContacts,
  signal?: AbortSignal,
): Promise<TextRecipients> {
  return callFunction(backend, {
    name: 'text-recipients',
    body: { chosen },
    answer: textRecipients,
    ...(signal ? { signal } : {}),
  })
}

export interface BatchOfTexts {
  /** A second request with the same id writes no second text. */
  batchId: string
  contactIds: string[]
  message: string
}

const writtenBatch = z.object({ count: z.number(), until: z.nullable(z.string()) })
export type WrittenBatch = z.infer<typeof writtenBatch>

/** Writes one text to each contact. Throws ApiError. */
export async function sendTexts(backend: Backend, batch: BatchOfTexts): Promise<WrittenBatch> {
  return callFunction(backend, { name: 'send-texts', body: { ...batch }, answer: writtenBatch })
}

/** Cancels what has not gone out, and returns how many texts that were. Throws ApiError. */
export async function cancelTexts(backend: Backend, batchId: string): Promise<number> {
  const answer = z.object({ count: z.number() })
  return (await callFunction(backend, { name: 'cancel-texts', body: { batchId }, answer })).count
}
