-- Roles, schemas and accounts under the names that hosted Supabase uses, and the functions with which policies read the claims
-- of a request. Nothing is readable or callable until a file grants it.

do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role', 'supabase_auth_admin'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin noinherit', wanted);
      exception when duplicate_object or unique_violation then
        -- Roles belong to the whole server: the migration of another database created it first. Reading a catalog that this
        -- transaction has not read yet updates the session's cache; otherwise the grant below may not find the role.
        perform from pg_catalog.pg_shseclabel;
      end;
    end if;
    begin
      execute format('grant %I to current_user', wanted);
    exception when unique_violation then
      null; -- The same, for this login.
    end;
  end loop;
  if not (select rolbypassrls from pg_roles where rolname = 'service_role') then
    begin
      alter role service_role bypassrls;
    exception when insufficient_privilege then
      raise exception 'The role service_role must bypass row-level security, and this login may not arrange that.'
        using errcode = '42501', hint = 'Once, as an administrator of the server: create role service_role nologin noinherit bypassrls;';
    end;
  end if;
end
$$;

revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

create schema auth authorization supabase_auth_admin;
grant usage on schema auth to anon, authenticated, service_role;

-- Rules and bookkeeping; the API never exposes this schema.
create schema private;
grant usage on schema private to anon, authenticated, service_role, supabase_auth_admin;

create function auth.jwt() returns jsonb
  language sql stable set search_path = ''
  as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb $$;

create function auth.uid() returns uuid
  language sql stable set search_path = ''
  as $$ select nullif(auth.jwt() ->> 'sub', '')::uuid $$;

create function auth.role() returns text
  language sql stable set search_path = ''
  as $$ select nullif(auth.jwt() ->> 'role', '') $$;

grant execute on function auth.jwt(), auth.uid(), auth.role()
  to anon, authenticated, service_role, supabase_auth_admin;

-- Accounts, sessions and second factors. Row-level security is on and there are no policies: only supabase_auth_admin reads
-- these tables, even after a mistaken grant.

set local role supabase_auth_admin;

create table auth.users (
  id uuid constraint users_pkey primary key default gen_random_uuid(),
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  email text not null constraint users_email_check check (email = lower(email) and length(email) <= 254),
  -- A PHC string: argon2id, or an imported bcrypt hash until the next sign-in.
  encrypted_password text,
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  -- Becomes `email` once both addresses have confirmed.
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

comment on table auth.users is 'Accounts.';
comment on column auth.users.id is 'Primary key.';
comment on column auth.users.aud is 'Audience of the tokens.';
comment on column auth.users.role is 'Database role of the tokens.';
comment on column auth.users.email is 'Email address in lower case.';
comment on column auth.users.encrypted_password is 'Hash of the password. Null before one is set.';
comment on column auth.users.email_confirmed_at is 'When the address was confirmed.';
comment on column auth.users.invited_at is 'When the account was invited.';
comment on column auth.users.confirmation_sent_at is 'When the last confirmation mail was requested.';
comment on column auth.users.recovery_sent_at is 'When the last recovery mail was requested.';
comment on column auth.users.email_change is 'New address that waits for confirmation.';
comment on column auth.users.email_change_sent_at is 'When that confirmation was requested.';
comment on column auth.users.email_change_confirm_status is '1 once one of the two addresses has confirmed the change.';
comment on column auth.users.last_sign_in_at is 'When the user last signed in.';
comment on column auth.users.raw_app_meta_data is 'What the server stores about the account; the user cannot change it.';
comment on column auth.users.raw_user_meta_data is 'What the user stores about themselves.';
comment on column auth.users.banned_until is 'Until then the account is disabled.';
comment on column auth.users.is_anonymous is 'Always false: there are no anonymous accounts.';
comment on column auth.users.created_at is 'When the row was created.';
comment on column auth.users.updated_at is 'When the row was last changed.';

alter table auth.users enable row level security;

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

comment on table auth.identities is 'How a user signs in; one row per provider.';
comment on column auth.identities.id is 'Primary key.';
comment on column auth.identities.provider_id is 'The provider''s id of the user.';
comment on column auth.identities.user_id is 'User it belongs to.';
comment on column auth.identities.identity_data is 'What the provider says about the user.';
comment on column auth.identities.provider is 'Name of the provider; email here.';
comment on column auth.identities.last_sign_in_at is 'When the user last signed in with it.';
comment on column auth.identities.created_at is 'When the row was created.';
comment on column auth.identities.updated_at is 'When the row was last changed.';
comment on column auth.identities.email is 'Email address in identity_data, in lower case. Generated.';

alter table auth.identities enable row level security;

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
  refresh_token_counter bigint not null default 0
);
create index sessions_user_id_idx on auth.sessions (user_id, created_at desc);
create index sessions_not_after_idx on auth.sessions (not_after);

comment on table auth.sessions is 'Sign-ins that have not ended.';
comment on column auth.sessions.id is 'Primary key.';
comment on column auth.sessions.user_id is 'User who signed in.';
comment on column auth.sessions.created_at is 'When the row was created.';
comment on column auth.sessions.updated_at is 'When the row was last changed.';
comment on column auth.sessions.refreshed_at is 'When the refresh token was last used.';
comment on column auth.sessions.not_after is 'When the session ends whatever happens.';
comment on column auth.sessions.user_agent is 'Browser, as it names itself.';
comment on column auth.sessions.ip is 'Address the sign-in came from.';
comment on column auth.sessions.aal is 'Assurance level: aal2 after a second factor.';
comment on column auth.sessions.amr is 'Ways of authentication used, with times.';
comment on column auth.sessions.refresh_token_counter is 'Number the newest refresh token is derived from; no token is stored.';

alter table auth.sessions enable row level security;

create table auth.one_time_tokens (
  id uuid constraint one_time_tokens_pkey primary key default gen_random_uuid(),
  user_id uuid not null constraint one_time_tokens_user_id_fkey references auth.users (id) on delete cascade,
  token_type text not null constraint one_time_tokens_token_type_check check (token_type in (
    'confirmation_token', 'recovery_token', 'email_change_token_current', 'email_change_token_new')),
  token_hash text not null constraint one_time_tokens_token_hash_key unique,
  relates_to text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint one_time_tokens_user_id_token_type_key unique (user_id, token_type)
);

comment on table auth.one_time_tokens is 'Links and codes sent by mail, as hashes.';
comment on column auth.one_time_tokens.id is 'Primary key.';
comment on column auth.one_time_tokens.user_id is 'User it was sent to.';
comment on column auth.one_time_tokens.token_type is 'What it is for: confirmation, recovery or a change of address.';
comment on column auth.one_time_tokens.token_hash is 'SHA-256 of the token, which exists only in the mail.';
comment on column auth.one_time_tokens.relates_to is 'Email address it was sent to.';
comment on column auth.one_time_tokens.created_at is 'When the row was created.';
comment on column auth.one_time_tokens.expires_at is 'When it stops working.';

alter table auth.one_time_tokens enable row level security;

-- Several people may sign up with one address, and only one of them reads its mail. So each link confirms the password of
-- its own sign-up.
create table auth.sign_ups (
  id uuid constraint sign_ups_pkey primary key default gen_random_uuid(),
  user_id uuid not null constraint sign_ups_user_id_fkey references auth.users (id) on delete cascade,
  token_hash text not null constraint sign_ups_token_hash_key unique,
  encrypted_password text,
  user_metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_ups_user_id_idx on auth.sign_ups (user_id, created_at);

comment on table auth.sign_ups is 'Sign-ups whose mail nobody has opened yet. Each link confirms the password of its own sign-up.';
comment on column auth.sign_ups.id is 'Primary key.';
comment on column auth.sign_ups.user_id is 'Account that was signed up for.';
comment on column auth.sign_ups.token_hash is 'SHA-256 of the token, which exists only in the mail.';
comment on column auth.sign_ups.encrypted_password is
  'Hash of the password this sign-up chose. Null: the reader chooses one after confirming.';
comment on column auth.sign_ups.user_metadata is 'What this sign-up said about the user.';
comment on column auth.sign_ups.created_at is 'When the row was created.';
comment on column auth.sign_ups.expires_at is 'When the link stops working.';

alter table auth.sign_ups enable row level security;

create table auth.mfa_factors (
  id uuid constraint mfa_factors_pkey primary key default gen_random_uuid(),
  user_id uuid not null constraint mfa_factors_user_id_fkey references auth.users (id) on delete cascade,
  friendly_name text constraint mfa_factors_friendly_name_check check (length(friendly_name) <= 100),
  factor_type text not null
    constraint mfa_factors_factor_type_check check (factor_type in ('totp', 'recovery_code')),
  status text not null default 'unverified'
    constraint mfa_factors_status_check check (status in ('unverified', 'verified')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A compact JWE: a copy of the database alone yields no codes.
  secret text,
  last_challenged_at timestamptz,
  last_step bigint
);
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id, created_at);
create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (user_id, friendly_name)
  where trim(friendly_name) <> '';

comment on table auth.mfa_factors is 'Second factors of users.';
comment on column auth.mfa_factors.id is 'Primary key.';
comment on column auth.mfa_factors.user_id is 'User it belongs to.';
comment on column auth.mfa_factors.friendly_name is 'Name the user gave it.';
comment on column auth.mfa_factors.factor_type is 'totp or recovery_code.';
comment on column auth.mfa_factors.status is 'unverified or verified.';
comment on column auth.mfa_factors.created_at is 'When the row was created.';
comment on column auth.mfa_factors.updated_at is 'When the row was last changed.';
comment on column auth.mfa_factors.secret is 'TOTP secret, encrypted with a key derived from JWT_SECRET. Null for recovery codes.';
comment on column auth.mfa_factors.last_challenged_at is 'When it was last asked for.';
comment on column auth.mfa_factors.last_step is
  'Newest 30-second step whose code was accepted; that one and earlier ones are refused.';

alter table auth.mfa_factors enable row level security;

create table auth.mfa_challenges (
  id uuid constraint mfa_challenges_pkey primary key default gen_random_uuid(),
  factor_id uuid not null constraint mfa_challenges_factor_id_fkey references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  ip_address inet not null
);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create index mfa_challenges_created_at_idx on auth.mfa_challenges (created_at);

comment on table auth.mfa_challenges is 'Open attempts to use a second factor.';
comment on column auth.mfa_challenges.id is 'Primary key.';
comment on column auth.mfa_challenges.factor_id is 'Factor that is asked for.';
comment on column auth.mfa_challenges.created_at is 'When the row was created.';
comment on column auth.mfa_challenges.ip_address is 'Address the attempt came from.';

alter table auth.mfa_challenges enable row level security;

create table auth.mfa_recovery_codes (
  id uuid constraint mfa_recovery_codes_pkey primary key default gen_random_uuid(),
  factor_id uuid not null constraint mfa_recovery_codes_factor_id_fkey references auth.mfa_factors (id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  constraint mfa_recovery_codes_factor_id_code_hash_key unique (factor_id, code_hash)
);

comment on table auth.mfa_recovery_codes is 'Recovery codes, as hashes.';
comment on column auth.mfa_recovery_codes.id is 'Primary key.';
comment on column auth.mfa_recovery_codes.factor_id is 'Factor the code belongs to.';
comment on column auth.mfa_recovery_codes.code_hash is 'HMAC-SHA256 of the code under a key derived from JWT_SECRET.';
comment on column auth.mfa_recovery_codes.used_at is 'When it was used. Null: it still works.';

alter table auth.mfa_recovery_codes enable row level security;

reset role;

-- Returns whether the session in the verified token claims is live: it exists, began at most 30 days ago, was refreshed at
-- most 7 days ago, and its account is neither removed nor disabled. Runs with every request, so it is PL/pgSQL: before
-- PostgreSQL 18, a function in plain SQL is planned again for every call, which took longer than the query.
create function private.session_is_live(claims jsonb, at timestamptz default now()) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return exists (
    select from auth.sessions as session
    join auth.users as account on account.id = session.user_id
    where session.id = (claims ->> 'session_id')::uuid
      and account.id = (claims ->> 'sub')::uuid
      and session.not_after > at
      and session.refreshed_at > at - interval '7 days'
      and (account.banned_until is null or account.banned_until <= at));
end
$$;
-- The server calls it before and after it sets the role of the request, so every role needs it.
grant execute on function private.session_is_live(jsonb, timestamptz) to public;
