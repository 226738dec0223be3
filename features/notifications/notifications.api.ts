import * as z from 'zod/mini'
import {
  linkedContactRow,
  notificationChoiceRow,
  notificationRow,
  type LinkedContactRow,
  type NotificationChoiceRow,
  type NotificationRow,
  type SubmissionReplyRow,
} from '../../db/row-types.ts'
import {
  requireRows,
  requireSuccess,
  callFunction,
  listColumns,
  countWith,
  pageRange,
  type PageOfRows,
} from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'
import { listReplies } from '../submissions/submissions.api.ts'

export const notificationFilters = ['all', 'unread', 'read'] as const
export type NotificationFilter = (typeof notificationFilters)[number]

const TABLE = 'notifications'
const CHOICES = 'notification_choices'

export type LinkedNotification = NotificationRow & {
  contact: LinkedContactRow | null
  reply: SubmissionReplyRow | null
}

/** One page of notifications, newest first, each with its contact and the reply to its submission. */
export async function listNotifications(
  backend: Backend,
  filter: NotificationFilter,
  from: number,
): Promise<PageOfRows<LinkedNotification>> {
  let request = backend.from(TABLE).select('*', countWith(from))
  if (filter !== 'all') request = request.eq('read', filter === 'read')
  const answer = await request
    .order('created_at', { ascending: false })
    .order('id')
    .range(...pageRange(from))
  const rows = requireRows(notificationRow, answer)
  return { rows: await addLinks(backend, rows), total: answer.count }
}

async function addLinks(backend: Backend, rows: NotificationRow[]): Promise<LinkedNotification[]> {
  const [contacts, replies] = await Promise.all([
    listLinkedContacts(backend, distinct(rows.map((row) => row.contact_id))),
    listReplies(backend, distinct(rows.map((row) => row.submission_id))),
  ])
  const contactsById = new Map(contacts.map((contact) => [contact.id, contact]))
  const repliesById = new Map(replies.map((reply) => [reply.submission_id, reply]))
  return rows.map((row) => ({
    ...row,
    contact: contactsById.get(row.contact_id ?? '') ?? null,
    reply: repliesById.get(row.submission_id ?? '') ?? null,
  }))
}

/** The newest notifications, as many as may arrive at once. */
export async function listNewest(backend: Backend): Promise<PageOfRows<NotificationRow>> {
  const answer = await backend
    .from(TABLE)
    .select('*')
    .order('created_at', { ascending: false })
    .order('id')
    .limit(20)
  return { rows: requireRows(notificationRow, answer), total: null }
}

function distinct(ids: (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))]
}

async function listLinkedContacts(backend: Backend, ids: string[]): Promise<LinkedContactRow[]> {
  if (ids.length === 0) return []
  const columns = listColumns(linkedContactRow)
  return requireRows(linkedContactRow, await backend.from('crm_contacts').select(columns).in('id', ids))
}

export async function markNotification(backend: Backend, id: string, read: boolean): Promise<void> {
  requireSuccess(await backend.from(TABLE).update({ read }).eq('id', id))
}

export async function markAllRead(backend: Backend): Promise<void> {
  requireSuccess(await backend.from(TABLE).update({ read: true }).eq('read', false))
}

export async function deleteNotification(backend: Backend, id: string): Promise<void> {
  requireSuccess(await backend.from(TABLE).delete().eq('id', id))
}

/** Restores a notification deleted within the last day; the server fills in its values from the id. */
export async function restoreNotification(backend: Backend, id: string): Promise<void> {
  requireSuccess(await backend.from(TABLE).insert({ id }))
}

/** What the signed-in person wants to be told about, one row per kind. */
export async function listChoices(backend: Backend): Promise<NotificationChoiceRow[]> {
  const answer = await backend.from(CHOICES).select(listColumns(notificationChoiceRow))
  return requireRows(notificationChoiceRow, answer)
}

export type ChoiceChange = Pick<NotificationChoiceRow, 'kind'> & Partial<NotificationChoiceRow>

export async function changeChoice(backend: Backend, { kind, ...change }: ChoiceChange): Promise<void> {
  requireSuccess(await backend.from(CHOICES).update(change).eq('kind', kind))
}

const PUSH = 'push-subscription'
const done = z.object({ success: z.literal(true) })

/** The site's public key, base64url. */
export async function readPushKey(backend: Backend): Promise<string> {
  const answer = z.object({ key: z.string() })
  return (await callFunction(backend, { name: PUSH, body: { action: 'key' }, answer })).key
}

/** Sends this person's notifications to a browser, until its session ends. */
export async function addBrowser(
  backend: Backend,
  browser: { endpoint: string; p256dh: string; auth: string },
): Promise<void> {
  await callFunction(backend, { name: PUSH, body: { action: 'add', ...browser }, answer: done })
}

export async function removeBrowser(backend: Backend, endpoint: string): Promise<void> {
  await callFunction(backend, { name: PUSH, body: { action: 'remove', endpoint }, answer: done })
}

/** Accepts a submission flagged as spam: it becomes a contact. */
export async function acceptSubmission(backend: Backend, submissionId: string): Promise<void> {
  const answer = z.object({ contactId: z.string() })
  await callFunction(backend, { name: 'accept-submission', body: { submissionId }, answer })
}
