import * as z from 'zod/mini'
import type { Backend } from '../../web/api/client.ts'
import { callFunction } from '../../web/api/call-function.ts'

export interface TextToContact {
  contactId: string
  phoneNumber: string
  message: string
  /** An admin's reason for not waiting until the morning. */
  overrideReason: string | null
  /** A repeat under the same key is the same text. */
  idempotencyKey: string
}

const sentText = z.object({ success: z.boolean(), status: z.string(), sendAt: z.nullable(z.string()) })
export type SentText = z.infer<typeof sentText>

/** Hands a text to the server. Its answer says how far it has come. Throws BackendError. */
export function sendText(backend: Backend, text: TextToContact): Promise<SentText> {
  return callFunction(backend, { name: 'send-sms', body: { ...text }, answer: sentText })
}

const done = z.object({ success: z.boolean() })

/** Rings the staff telephone, then the contact's. Throws BackendError. */
export async function startCall(
  backend: Backend,
  call: { contactId: string; phoneNumber: string },
): Promise<void> {
  await callFunction(backend, { name: 'make-call', body: { ...call }, answer: done })
}

/** Which of our phones rings first when somebody is called; null where none is set up. Throws BackendError. */
export async function findStaffPhone(backend: Backend): Promise<string | null> {
  const answer = z.object({ number: z.nullable(z.string()) })
  return (await callFunction(backend, { name: 'staff-phone', method: 'GET', answer })).number
}

/** Takes back a text that waits. Throws BackendError, also where it is being sent already. */
export async function cancelText(backend: Backend, logId: string): Promise<void> {
  await callFunction(backend, { name: 'cancel-message', body: { logId }, answer: done })
}

export type Settlement = 'sent' | 'not-sent' | 'send-again'

/** Says what became of a text nobody knows the fate of. Throws BackendError. */
export async function settleText(backend: Backend, logId: string, decision: Settlement): Promise<void> {
  await callFunction(backend, { name: 'settle-message', body: { logId, decision }, answer: done })
}
