import { z } from 'zod'
import { contactColumnLimits, contactStatuses } from '../../db/row-types.ts'
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
import { isDay, type Reader } from './contact-query.ts'
import { chosenContacts, selectChosen } from './contact-selection.server.ts'

const change = z.discriminatedUnion('action', [
  z.object({ action: z.literal('status'), value: z.enum(contactStatuses), chosen: chosenContacts }),
  z.object({ action: z.literal('owner'), value: z.nullable(uuid), chosen: chosenContacts }),
  z.object({
    action: z.literal('next-step'),
    step: z
      .string()
      .trim()
      .min(1)
      .max(contactColumnLimits.next_step)
      .regex(/^[^\r\n]*$/),
    day: z.string().refine(isDay),
    owner: uuid,
    chosen: chosenContacts,
  }),
  z.object({ action: z.literal('delete'), chosen: chosenContacts }),
  z.object({ action: z.literal('undo'), at: z.iso.datetime({ precision: 6 }) }),
])
/** Contacts per statement: one for all 10,000 could exceed the statement timeout. */
const CHANGED_AT_ONCE = 1_000

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
        const statuses = await undoStatuses(tx, before)
        const steps = await undoNextSteps(tx, before)
        if (steps.length > 0) await tx.query('select private.record_planned_steps(true)')
        const owners = await undoOwners(tx, before)
        return new Set([...restored, ...statuses, ...steps, ...owners])
      })
      return c.json({ count: undone.size, at: body.at })
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
  const { sql, owner, values } = changeSql(body)
  if (owner !== null) await requireStaffRole(tx, owner)
  const answer = { count: 0, at: '' }
  for (let first = 0; first === 0 || first < chosen.length; first += CHANGED_AT_ONCE) {
    const { rows } = await tx.query<{ count: number; at: string }>(
      `with changed as (${sql} returning 1)
       select count(*)::integer as count, to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from changed`,
      [chosen.slice(first, first + CHANGED_AT_ONCE), ...values],
    )
    const [changed] = rows
    if (changed === undefined) throw new Error('The number of changed contacts was not returned.')
    answer.count += changed.count
    answer.at = changed.at
  }
  if (body.action === 'next-step') await tx.query('select private.record_planned_steps(false)')
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

/** The statement, whose `$1` are the ids, with its other values and the owner it sets. */
function changeSql(change: Change): { sql: string; owner: string | null; values: unknown[] } {
  switch (change.action) {
    case 'status':
      return {
        sql: 'update public.crm_contacts set status = $2 where id = any ($1::uuid[]) and status <> $2',
        owner: null,
        values: [change.value],
      }
    case 'owner':
      return {
        sql: `update public.crm_contacts set owner_id = $2::uuid
              where id = any ($1::uuid[]) and owner_id is distinct from $2::uuid`,
        owner: change.value,
        values: [change.value],
      }
    case 'next-step':
      return {
        sql: `update public.crm_contacts set next_step = $2, next_step_on = $3::date, owner_id = $4::uuid
              where id = any ($1::uuid[])
                and (next_step, next_step_on, owner_id) is distinct from ($2, $3::date, $4::uuid)`,
        owner: change.owner,
        values: [change.step, change.day, change.owner],
      }
    case 'delete':
      return { sql: 'delete from public.crm_contacts where id = any ($1::uuid[])', owner: null, values: [] }
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

/** Each way to undo returns the ids of the contacts that changed. */
async function restoreDeleted(tx: Transaction, staff: string | null, at: string): Promise<string[]> {
  const restored = []
  let some
  do {
    some = await updateIds(
      tx,
      `update public.deleted_contacts set restored = true
       where id in (select id from public.deleted_contacts where deleted_by = $1 and deleted_at = $2 limit $3) returning id`,
      [staff, at, CHANGED_AT_ONCE],
    )
    restored.push(...some)
  } while (some.length === CHANGED_AT_ONCE)
  return restored
}

/** Leaves contacts alone that got another status since. */
async function undoStatuses(tx: Transaction, changes: readonly AuditedChange[]): Promise<string[]> {
  return updateIds(
    tx,
    `update public.crm_contacts as contact set status = before.changes -> 'status' ->> 'old'
     from jsonb_to_recordset($1::jsonb) as before (id uuid, changes jsonb)
     where contact.id = before.id and before.changes ? 'status' and contact.status = before.changes -> 'status' ->> 'new'
     returning contact.id`,
    [JSON.stringify(changes)],
  )
}

/** Leaves contacts alone that got another next step or day since. The log has only what changed. */
async function undoNextSteps(tx: Transaction, changes: readonly AuditedChange[]): Promise<string[]> {
  return updateIds(
    tx,
    `update public.crm_contacts as contact
     set next_step = case when step is null then next_step else step ->> 'old' end,
         next_step_on = case when day is null then next_step_on else (day ->> 'old')::date end
     from (select id, changes -> 'next_step' as step, changes -> 'next_step_on' as day
           from jsonb_to_recordset($1::jsonb) as entry (id uuid, changes jsonb)) as before
     where contact.id = before.id and num_nonnulls(step, day) > 0
       and (step is null or next_step is not distinct from step ->> 'new')
       and (day is null or next_step_on is not distinct from (day ->> 'new')::date)
     returning contact.id`,
    [JSON.stringify(changes)],
  )
}

/** An owner who has lost the role since cannot get the contact back. */
async function undoOwners(tx: Transaction, changes: readonly AuditedChange[]): Promise<string[]> {
  return updateIds(
    tx,
    `update public.crm_contacts as contact
     set owner_id = case when private.hold_staff_role(before.owner) then before.owner end
     from (select id, (changes -> 'owner_id' ->> 'old')::uuid as owner, (changes -> 'owner_id' ->> 'new')::uuid as given
           from jsonb_to_recordset($1::jsonb) as entry (id uuid, changes jsonb) where changes ? 'owner_id') as before
     where contact.id = before.id and contact.owner_id is not distinct from before.given
     returning contact.id`,
    [JSON.stringify(changes)],
  )
}

async function updateIds(tx: Transaction, sql: string, values: unknown[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(sql, values)
  return rows.map(({ id }) => id)
}
