import * as z from 'zod/mini'
import { personName, staffName } from '../../web/ui/full-name.ts'
import { staffMember } from '../../db/row-types.ts'
import { requireRows, pageRange } from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'

const change = z.object({ old: z.optional(z.unknown()), new: z.optional(z.unknown()) })

/** An audit log entry. `changes` lists the changed columns, without values where those are not stored. */
export const auditRow = z.object({
  id: z.number(),
  occurred_at: z.string(),
  actor: z.nullable(z.string()),
  actor_role: z.string(),
  action: z.enum(['insert', 'update', 'delete']),
  table_name: z.string(),
  row_id: z.string(),
  changes: z.record(z.string(), change),
})
export type AuditRow = z.infer<typeof auditRow>

export interface AuditQuery {
  actor: string | null
  /** Tables; null for all. */
  tables: readonly string[] | null
  /** An ISO time; null for no limit. */
  since: string | null
}

const contactName = z.object({ id: z.string(), first_name: z.string(), last_name: z.string() })
const postTitle = z.object({ id: z.string(), title: z.string() })
const profileName = z.extend(staffMember, { id: z.string() })

const accountTables = new Set(['profiles', 'users', 'sessions', 'mfa_factors'])

/**
 * Audit log entries, newest first, with the current names of the rows they refer to. An import counts as one entry, without
 * those of its contacts. Throws ApiError.
 */
export async function listAuditEntries(
  backend: Backend,
  { actor, tables, since }: AuditQuery,
  from: number,
): Promise<{ rows: AuditRow[]; names: Map<string, string> }> {
  let request = backend.from('audit_log').select('*').is('import_id', null)
  if (actor !== null) request = request.eq('actor', actor)
  if (tables !== null) request = request.in('table_name', tables)
  if (since !== null) request = request.gte('occurred_at', since)
  const answer = await request
    .order('occurred_at', { ascending: false })
    .order('id', { ascending: false })
    .range(...pageRange(from))
  const rows = requireRows(auditRow, answer)
  return { rows, names: await findNames(backend, rows) }
}

async function findNames(backend: Backend, rows: AuditRow[]): Promise<Map<string, string>> {
  const ids = (table: string) => [
    ...new Set(rows.filter((row) => row.table_name === table).map((row) => row.row_id)),
  ]
  const [contacts, posts, profiles] = await Promise.all([
    contactNames(backend, ids('crm_contacts')),
    postTitles(backend, ids('blog_posts')),
    profileNames(backend, listPeople(rows)),
  ])
  return new Map([...contacts, ...posts, ...profiles])
}

async function contactNames(backend: Backend, ids: string[]): Promise<[string, string][]> {
  if (ids.length === 0) return []
  const answer = await backend.from('crm_contacts').select('id,first_name,last_name').in('id', ids)
  return requireRows(contactName, answer).map((row) => [row.id, personName(row)])
}

async function postTitles(backend: Backend, ids: string[]): Promise<[string, string][]> {
  if (ids.length === 0) return []
  const answer = await backend.from('blog_posts').select('id,title').in('id', ids)
  return requireRows(postTitle, answer).map((row) => [row.id, row.title])
}

async function profileNames(backend: Backend, ids: string[]): Promise<[string, string][]> {
  if (ids.length === 0) return []
  const answer = await backend.from('profiles').select('id,email,first_name,last_name').in('id', ids)
  return requireRows(profileName, answer).map((row) => [row.id, staffName(row)])
}

/** Actors, affected accounts and owners of contacts, clients included. */
function listPeople(rows: AuditRow[]): string[] {
  const about = rows.filter(({ table_name: table }) => accountTables.has(table)).map((row) => row.row_id)
  const owners = rows.flatMap(({ changes: { owner_id: owner } }) => [owner?.old, owner?.new])
  const known = [...about, ...rows.map(({ actor }) => actor), ...owners]
  return [...new Set(known.filter((id) => typeof id === 'string'))]
}
