-- Accounts and sessions, under the names the hosted service uses. Only supabase_auth_admin reaches these tables.

set local role supabase_auth_admin;

create table auth.users (
  id uuid constraint users_pkey primary key default gen_random_uuid(),
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  email text not null constraint users_email_check check (email = lower(email) and length(email) <= 254),
  -- A PHC string: argon2id, or bcrypt brought from elsewhere until the next sign-in. Null: invited, none chosen yet.
  encrypted_password text,
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  -- The address asked for; it becomes `email` when both addresses have agreed.
  email_change text,
  email_change_sent_at timestamptz,
  email_change_confirm_status smallint not null default 0
    constraint users_email_change_confirm_status_check check (email_change_confirm_status between 0 and 1),
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}',
  raw_user_meta_data jsonb not null default '{}',
  banned_until timestamptz constraint users_banned_until_check check (isfinite(banned_until)),
  is_anonymous boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint users_email_key unique (email)
);

create table auth.identities (
  id uuid constraint identities_pkey primary key default gen_random_uuid(),
  provider_id text not null,
  user_id uuid not null constraint identities_user_id_fkey references auth.users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  email text generated always as (lower(identity_data ->> 'email')) stored,
  constraint identities_provider_id_provider_key unique (provider_id, provider)
);
create index identities_user_id_idx on auth.identities (user_id);

create table auth.sessions (
  id uuid constraint sessions_pkey primary key default gen_random_uuid(),
  user_id uuid not null constraint sessions_user_id_fkey references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  refreshed_at timestamptz not null,
  not_after timestamptz not null,
  user_agent text,
  ip inet,
  aal text not null default 'aal1' constraint sessions_aal_check check (aal in ('aal1', 'aal2', 'aal3')),
  amr jsonb not null default '[]',
  -- Refresh tokens are derived from the session and this number; none is stored.
  refresh_token_counter bigint not null default 0
);
create index sessions_user_id_idx on auth.sessions (user_id, created_at desc);
create index sessions_not_after_idx on auth.sessions (not_after);

create table auth.one_time_tokens (
  id uuid constraint one_time_tokens_pkey primary key default gen_random_uuid(),
  user_id uuid not null constraint one_time_tokens_user_id_fkey references auth.users (id) on delete cascade,
  token_type text not null constraint one_time_tokens_token_type_check check (token_type in (
    'confirmation_token', 'recovery_token', 'email_change_token_current', 'email_change_token_new')),
  -- SHA-256 in hexadecimal; the token itself exists only in the mail.
  token_hash text not null constraint one_time_tokens_token_hash_key unique,
  -- The address the mail went to.
  relates_to text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint one_time_tokens_user_id_token_type_key unique (user_id, token_type)
);

-- No policies: with row-level security on, even a grant given by mistake shows nothing.
alter table auth.users enable row level security;
alter table auth.identities enable row level security;
alter table auth.sessions enable row level security;
alter table auth.one_time_tokens enable row level security;

reset role;

-- Whether the session behind verified token claims still counts: there, within 30 days of sign-in and 7 days of
-- its last refresh, and its account neither removed nor disabled.
create function private.session_is_live(claims jsonb, at timestamptz default now()) returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select exists (
    select from auth.sessions as session
    join auth.users as account on account.id = session.user_id
    where session.id = (claims ->> 'session_id')::uuid
      and account.id = (claims ->> 'sub')::uuid
      and session.not_after > at
      and session.refreshed_at > at - interval '7 days'
      and (account.banned_until is null or account.banned_until <= at))
$$;
-- Asked before the role of the request is set and after, so by every role there is.
grant execute on function private.session_is_live(jsonb, timestamptz) to public;
