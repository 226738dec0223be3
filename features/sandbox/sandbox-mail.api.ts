import * as z from 'zod/mini'
import type { Backend } from '../../web/api/client.ts'
import { callFunction } from '../../web/api/request.ts'

const NAME = 'sandbox-mail'

const mailbox = z.object({
  address: z.string(),
  name: z.nullable(z.string()),
  lastSubject: z.string(),
  lastAt: z.string(),
})

const mail = z.object({
  id: z.string(),
  fromOwner: z.boolean(),
  subject: z.string(),
  body: z.string(),
  at: z.string(),
})

/** The addresses that wrote to us or got mail from us, newest first. Throws ApiError, as do the functions below. */
export async function listMailboxes(backend: Backend): Promise<z.infer<typeof mailbox>[]> {
  const answer = z.object({ mailboxes: z.array(mailbox) })
  return (await callFunction(backend, { name: NAME, body: { action: 'list' }, answer })).mailboxes
}

/** The mails of one address, oldest first. */
export async function listMails(backend: Backend, address: string): Promise<z.infer<typeof mail>[]> {
  const answer = z.object({ mails: z.array(mail) })
  return (await callFunction(backend, { name: NAME, body: { action: 'mails', address }, answer })).mails
}

export interface SimulatedMail {
  subject: string
  message: string
  kind: string
}

/** Writes to the business from an address. Returns the outcome of the mail. */
export async function writeFromMailbox(
  backend: Backend,
  address: string,
  written: SimulatedMail,
): Promise<string> {
  const answer = z.object({ outcome: z.string() })
  const body = { action: 'write', address, ...written }
  return (await callFunction(backend, { name: NAME, body, answer })).outcome
}
