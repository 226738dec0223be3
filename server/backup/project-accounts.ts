import type { WrittenTable } from './backup-tables.ts'

/** Where nobody signs in with an address, or two do with the same one: the account stays, for the rows that name it. */
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
 * The accounts of a hosted project as our own tables hold them, so that a backup made there can be restored anywhere. They
 * come with their passwords, which both sides read.
 */
export const PROJECT_ACCOUNTS: readonly WrittenTable[] = [
  {
    name: 'auth.identities',
    source: IDENTITIES,
    order: 'id',
    columns: columnsOf('id provider_id user_id identity_data provider last_sign_in_at created_at updated_at'),
  },
  {
    name: 'auth.users',
    source: ACCOUNTS,
    order: 'id',
    columns: columnsOf(
      `id aud role email encrypted_password email_confirmed_at invited_at confirmation_sent_at recovery_sent_at email_change
       email_change_sent_at email_change_confirm_status last_sign_in_at raw_app_meta_data raw_user_meta_data banned_until
       is_anonymous created_at updated_at`,
    ),
  },
]

/** What a project keeps to itself: after a restore everybody signs in anew, and without a second factor. */
export const KEPT_BY_PROJECT: readonly string[] = [
  'auth.mfa_challenges',
  'auth.mfa_factors',
  'auth.mfa_recovery_codes',
  'auth.one_time_tokens',
  'auth.sessions',
  'auth.sign_ups',
]

function columnsOf(names: string): string[] {
  return names.split(/\s+/)
}
