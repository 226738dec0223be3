import { z } from 'zod'
import { contactStatuses } from '../../db/row-types.ts'
import { asIdentity, asService } from '../../platform/database/as-identity.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import {
  FunctionError,
  requireBody,
  uuid,
  type ServerFunction,
} from '../../platform/functions/server-function.ts'
import { requireStaff } from '../account/account.server.ts'
import { MAX_CHANGED } from './contact-bulk.ts'
import type { Reader } from './contact-query.ts'
import { chosenContacts, selectChosen } from './contact-selection.server.ts'

const change = z.discriminatedUnion('action', [
  z.object({ action: z.literal('status'), value: z.enum(contactStatuses), chosen: chosenContacts }),
  z.object({ action: z.literal('owner'), value: z.nullable(uuid), chosen: chosenContacts }),
  z.object({ action: z.literal('delete'), chosen: chosenContacts }),
  z.object({ action: z.literal('undo'), at: z.iso.datetime({ precision: 6 }) }),
])
type Change = Exclude<z.infer<typeof change>, { action: 'undo' }>

/** Changes or deletes many contacts in one transaction. The answer's `at` undoes it, for the same person. */
export const changeContacts: ServerFunction<{ database: Database; clock: Clock }> = {
  name: 'change-contacts',
  method: 'POST',
  callers: ['authenticated'],
  answer: async (c, { database, clock }) => {
    const caller = c.get('identity')
    const { id: staff } = await requireStaff(caller, { database })
    const body = await requireBody(c.req.raw, change)
    if (body.action === 'undo') {
      const before = await asService(database, (tx) => listChanges(tx, staff, body.at))
      const undone = await asIdentity(database, caller, async (tx) => {
        const restored = await restoreDeleted(tx, staff, body.at)
        return restored + (await undoStatuses(tx, before)) + (await undoOwners(tx, before))
      })
      return c.json({ count: undone, at: body.at })
    }
    return c.json(
      await asIdentity(database, caller, (tx) => applyChange(tx, body, { id: staff, now: clock() })),
    )
  },
}

async function applyChange(
  tx: Transaction,
  body: Change,
  reader: Reader,
): Promise<{ count: number; at: string }> {
  const chosen = await selectChosen(tx, body.chosen, reader)
  if (chosen.length > MAX_CHANGED)
    throw new FunctionError(
      400,
      `At most ${MAX_CHANGED.toLocaleString('en-US')} contacts can be changed at once. Please narrow the filters.`,
    )
  if (body.action === 'owner' && body.value !== null) await requireStaffRole(tx, body.value)
  const { rows } = await tx.query<{ count: number; at: string }>(
    `with changed as (${changeSql(body)} returning 1)
     select count(*)::integer as count, to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from changed`,
    body.action === 'delete' ? [chosen] : [chosen, body.value],
  )
  const [answer] = rows
  if (answer === undefined) throw new Error('The number of changed contacts was not returned.')
  return answer
}

async function requireStaffRole(tx: Transaction, owner: string): Promise<void> {
  const { rows } = await tx.query<{ held: boolean }>('select private.hold_staff_role($1) as held', [owner])
  if (rows[0]?.held !== true)
    throw new FunctionError(
      409,
      'This owner is no longer a manager or an admin. Please choose somebody else.',
    )
}

function changeSql({ action }: Change): string {
  switch (action) {
    case 'status':
      return `update public.crm_contacts set status = $2 where id = any ($1::uuid[]) and status <> $2`
    case 'owner':
      return `update public.crm_contacts set owner_id = $2::uuid
              where id = any ($1::uuid[]) and owner_id is distinct from $2::uuid`
    case 'delete':
      return 'delete from public.crm_contacts where id = any ($1::uuid[])'
  }
}

interface AuditedChange {
  id: string
  changes: Record<string, { old: string | null; new: string | null }>
}

/** What a person changed in contacts in the transaction of that moment. Needs `service_role`: managers do not read the log. */
async function listChanges(tx: Transaction, staff: string | null, at: string): Promise<AuditedChange[]> {
  const { rows } = await tx.query<AuditedChange>(
    `select row_id as id, changes from public.audit_log
     where actor = $1 and occurred_at = $2 and import_id is null and table_name = 'crm_contacts' and action = 'update'`,
    [staff, at],
  )
  return rows
}

async function restoreDeleted(tx: Transaction, staff: string | null, at: string): Promise<number> {
  const { rows } = await tx.query(
    'update public.deleted_contacts set restored = true where deleted_by = $1 and deleted_at = $2 returning id',
    [staff, at],
  )
  return rows.length
}

/** Leaves contacts alone that got another status since. */
async function undoStatuses(tx: Transaction, changes: readonly AuditedChange[]): Promise<number> {
  const { rows } = await tx.query(
    `update public.crm_contacts as contact set status = before.changes -> 'status' ->> 'old'
     from jsonb_to_recordset($1::jsonb) as before (id uuid, changes jsonb)
     where contact.id = before.id and before.changes ? 'status' and contact.status = before.changes -> 'status' ->> 'new'
     returning contact.id`,
    [JSON.stringify(changes)],
  )
  return rows.length
}

/** An owner who has lost the role since cannot get the contact back. */
async function undoOwners(tx: Transaction, changes: readonly AuditedChange[]): Promise<number> {
  const { rows } = await tx.query(
    `update public.crm_contacts as contact
     set owner_id = case when private.hold_staff_role(before.owner) then before.owner end
     from (select id, (changes -> 'owner_id' ->> 'old')::uuid as owner, (changes -> 'owner_id' ->> 'new')::uuid as given
           from jsonb_to_recordset($1::jsonb) as entry (id uuid, changes jsonb) where changes ? 'owner_id') as before
     where contact.id = before.id and contact.owner_id is not distinct from before.given
     returning contact.id`,
    [JSON.stringify(changes)],
  )
  return rows.length
}
