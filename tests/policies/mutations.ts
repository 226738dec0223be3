import { z } from 'zod'
import type { Transaction } from '../../platform/database/database.ts'

/** A statement that weakens or removes one rule. */
export interface Mutation {
  name: string
  sql: string
  /** Cells of this table and verb must fail; default: any cell. */
  noticedBy?: { table: string; privilege: string }
}

const VERBS = ['select', 'insert', 'update', 'delete']

/** Triggers that decide no permission; tests of their features cover them. */
const BOOKKEEPING = [
  'touch_updated_at',
  'stamp_first_publication',
  'keep_old_address',
  'end_schedule',
  'keep_revision',
  'remove_with_import_row',
  'announce_changed_pages',
  'link_generations',
  'refresh_changed_people',
  'release_contacts',
  'drop_unseen_view',
  'cancel_later_texts',
  'set_contact_source',
  'address_notification',
  'push_notification',
  'give_notification_choices',
  'give_notifications',
  'announce_media',
  'clear_meeting_room',
]

/** Drops and opens each policy, widens and revokes each grant, drops each guarding trigger. */
export async function listMutations(tx: Transaction): Promise<Mutation[]> {
  return [
    ...(await policyMutations(tx)),
    ...(await grantMutations(tx)),
    ...(await tableMutations(tx)),
    ...(await triggerMutations(tx)),
  ]
}

const policyRows = z.array(
  z.object({
    table: z.string(),
    name: z.string(),
    verb: z.enum(['SELECT', 'INSERT', 'UPDATE', 'DELETE']).transform((verb) => verb.toLowerCase()),
  }),
)

async function policyMutations(tx: Transaction): Promise<Mutation[]> {
  const { rows } = await tx.query(
    `select tablename as table, policyname as name, cmd as verb from pg_policies where schemaname = 'public' order by 1, 2`,
  )
  return policyRows.parse(rows).flatMap(({ table, name, verb }) => {
    const noticedBy = { table, privilege: verb }
    const alter = `alter policy ${name} on public.${table}`
    const opened = openings(verb).map((opening) => ({
      name: `policy ${name} opened: ${opening}`,
      sql: `${alter} ${opening}`,
      noticedBy,
    }))
    const dropped = {
      name: `policy ${name} dropped`,
      sql: `drop policy ${name} on public.${table}`,
      noticedBy,
    }
    return [dropped, ...opened]
  })
}

/** An update policy is also opened on one side only: filtered rows must then be refused. */
function openings(verb: string): string[] {
  if (verb === 'insert') return ['with check (true)']
  return verb === 'update' ? ['using (true)', 'using (true) with check (true)'] : ['using (true)']
}

const grantRows = z.array(
  z.object({
    table: z.string(),
    role: z.string(),
    verb: z.string(),
    whole: z.boolean(),
    partly: z.boolean(),
  }),
)

async function grantMutations(tx: Transaction): Promise<Mutation[]> {
  const { rows } = await tx.query(
    `select tablename as table, role, verb,
            has_table_privilege(role, format('public.%I', tablename), verb) as whole,
            verb <> 'delete' and has_any_column_privilege(role, format('public.%I', tablename),
              case verb when 'delete' then 'select' else verb end) as partly
     from pg_tables, unnest(array['anon', 'authenticated', 'service_role']) as role, unnest($1::text[]) as verb
     where schemaname = 'public' order by role, tablename, verb`,
    [VERBS],
  )
  return grantRows.parse(rows).flatMap(({ table, role, verb, whole, partly }) => {
    const noticedBy = { table, privilege: verb }
    const granted = {
      name: `${role} granted ${verb} on ${table}`,
      sql: `grant ${verb} on public.${table} to ${role}`,
      noticedBy,
    }
    const revoked = {
      name: `${role} lost ${verb} on ${table}`,
      sql: `revoke ${verb} on public.${table} from ${role}`,
      noticedBy,
    }
    return [...(whole ? [] : [granted]), ...(whole || partly ? [revoked] : [])]
  })
}

// Tables without any privilege for the browser roles have no rows to hide; the catalog test still covers them.
async function tableMutations(tx: Transaction): Promise<Mutation[]> {
  const { rows } = await tx.query(
    `select tablename as table from pg_tables where schemaname = 'public' and exists (
       select from unnest(array['anon', 'authenticated']) as role, unnest(array['select', 'insert', 'update']) as verb
       where has_any_column_privilege(role, format('public.%I', tablename), verb))
     order by 1`,
  )
  return z
    .array(z.object({ table: z.string() }))
    .parse(rows)
    .map(({ table }) => ({
      name: `row-level security of ${table} switched off`,
      sql: `alter table public.${table} disable row level security`,
      noticedBy: { table, privilege: 'select' },
    }))
}

async function triggerMutations(tx: Transaction): Promise<Mutation[]> {
  const { rows } = await tx.query(
    `select tgrelid::regclass::text as table, tgname as name
     from pg_trigger join pg_proc on pg_proc.oid = tgfoid
     where not tgisinternal and pronamespace = 'private'::regnamespace and proname <> all ($1::text[])
       and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
     order by 1, 2`,
    [BOOKKEEPING],
  )
  return z
    .array(z.object({ table: z.string(), name: z.string() }))
    .parse(rows)
    .map(({ table, name }) => ({
      name: `trigger ${name} dropped`,
      sql: `drop trigger ${name} on ${table}`,
    }))
}
