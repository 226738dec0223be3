import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/database/migrate.ts'

/** A table for the backup: quoted name, stored columns (not the computed ones), row order. */
export interface BackupTable {
  name: string
  columns: { name: string; type: string }[]
  order: string
}

/** A table to write: `source` is the SQL its rows are read from. */
export interface WrittenTable {
  name: string
  source: string
  columns: readonly string[]
  order: string
}

/** Schemas a backup contains. */
const SCHEMAS = ['auth', 'private', 'public']

/** They describe local files and running processes, which do not move. */
const EXCLUDED_TABLES = ['public.backups', 'private.leases', 'private.server_copies']

/** Every logged table, by name: unlogged ones do not survive a crash either. */
export async function listTables(tx: Transaction): Promise<BackupTable[]> {
  const { rows } = await tx.query<BackupTable>(
    `select format('%I.%I', nspname, relname) as name,
       (select jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute where attrelid = relation.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       (select string_agg(quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end, ', ' order by place)
        from pg_index, unnest(indkey) with ordinality as part (number, place)
        join pg_attribute on attnum = number
        where indrelid = relation.oid and attrelid = relation.oid and indisprimary) as "order"
     from pg_class as relation join pg_namespace as schema on schema.oid = relnamespace
     where relkind = 'r' and relpersistence = 'p' and nspname = any ($1) and format('%I.%I', nspname, relname) <> all ($2)
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = relation.oid and deptype = 'e')
     order by format('%I.%I', nspname, relname) collate "C"`,
    [SCHEMAS, EXCLUDED_TABLES],
  )
  return rows
}

/** The tables to write, by name; of a hosted project's own schema only the parts our tables can hold. */
export async function tablesToWrite(tx: Transaction, platform: Platform): Promise<readonly WrittenTable[]> {
  const tables = (await listTables(tx)).map(({ name, order, columns }) => ({
    name,
    source: name,
    order,
    columns: columns.map((column) => column.name),
  }))
  if (platform === 'own') return tables
  return [...PROJECT_ACCOUNTS, ...tables.filter(({ name }) => !isOwnedByProject(name))]
}

/** Sequences with their last value; null if unused. */
export async function listSequences(
  tx: Transaction,
  platform: Platform,
): Promise<{ name: string; last: string | null }[]> {
  const { rows } = await tx.query<{ name: string; last: string | null }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
     where schemaname = any ($1) order by 1`,
    [SCHEMAS],
  )
  return platform === 'own' ? rows : rows.filter(({ name }) => !isOwnedByProject(name))
}

function isOwnedByProject(name: string): boolean {
  return name.startsWith('auth.')
}

/** Without a usable, unique address the account cannot sign in, but stays for the rows that refer to it. */
const ADDRESS = `case when email is not null and length(email) <= 254
       and row_number() over (partition by lower(email) order by is_sso_user, created_at, id) = 1
     then lower(email) else id || '@no-address.invalid' end`

const ACCOUNTS = `(
  select id, coalesce(nullif(aud, ''), 'authenticated') as aud, coalesce(nullif(role, ''), 'authenticated') as role,
    ${ADDRESS} as email, nullif(encrypted_password, '') as encrypted_password, email_confirmed_at, invited_at,
    confirmation_sent_at, recovery_sent_at, nullif(email_change, '') as email_change, email_change_sent_at,
    least(coalesce(email_change_confirm_status, 0), 1) as email_change_confirm_status, last_sign_in_at,
    coalesce(raw_app_meta_data, '{}') as raw_app_meta_data, coalesce(raw_user_meta_data, '{}') as raw_user_meta_data,
    case when deleted_at is not null or banned_until = 'infinity' then '9999-12-31T00:00:00Z'
      when banned_until <> '-infinity' then banned_until end as banned_until,
    is_anonymous, coalesce(created_at, now()) as created_at, coalesce(updated_at, created_at, now()) as updated_at
  from auth.users) as accounts`

const IDENTITIES = `(
  select id, provider_id, user_id, identity_data, provider, last_sign_in_at,
    coalesce(created_at, now()) as created_at, coalesce(updated_at, created_at, now()) as updated_at
  from auth.identities) as identities`

/**
 * A hosted project's accounts in the form of our tables, so that its backup can be restored anywhere. Includes
 * the password hashes, which both sides can read.
 */
const PROJECT_ACCOUNTS: readonly WrittenTable[] = [
  {
    name: 'auth.identities',
    source: IDENTITIES,
    order: 'id',
    columns: listColumns(
      'id provider_id user_id identity_data provider last_sign_in_at created_at updated_at',
    ),
  },
  {
    name: 'auth.users',
    source: ACCOUNTS,
    order: 'id',
    columns: listColumns(
      `id aud role email encrypted_password email_confirmed_at invited_at confirmation_sent_at recovery_sent_at email_change
       email_change_sent_at email_change_confirm_status last_sign_in_at raw_app_meta_data raw_user_meta_data banned_until
       is_anonymous created_at updated_at`,
    ),
  },
]

/** Not exported by a hosted project: after a restore everyone has to sign in again, without a second factor. */
export const NOT_EXPORTED_BY_PROJECT: readonly string[] = [
  'auth.mfa_challenges',
  'auth.mfa_factors',
  'auth.mfa_recovery_codes',
  'auth.one_time_tokens',
  'auth.sessions',
  'auth.sign_ups',
]

function listColumns(names: string): string[] {
  return names.split(/\s+/)
}
