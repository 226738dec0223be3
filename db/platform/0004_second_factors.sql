-- Second factors, under the names the hosted service uses. Only supabase_auth_admin reaches these tables.

set local role supabase_auth_admin;

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
  -- A compact JWE under a key derived from JWT_SECRET: a copy of the database alone gives no codes. Null for recovery codes.
  secret text,
  last_challenged_at timestamptz,
  -- The newest 30-second step whose code was accepted; a code of that step or an earlier one is refused.
  last_step bigint
);
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id, created_at);
create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (user_id, friendly_name)
  where trim(friendly_name) <> '';

create table auth.mfa_challenges (
  id uuid constraint mfa_challenges_pkey primary key default gen_random_uuid(),
  factor_id uuid not null constraint mfa_challenges_factor_id_fkey references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  ip_address inet not null
);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create index mfa_challenges_created_at_idx on auth.mfa_challenges (created_at);

create table auth.mfa_recovery_codes (
  id uuid constraint mfa_recovery_codes_pkey primary key default gen_random_uuid(),
  factor_id uuid not null constraint mfa_recovery_codes_factor_id_fkey references auth.mfa_factors (id) on delete cascade,
  -- HMAC-SHA256 in hexadecimal, under a key derived from JWT_SECRET; the code itself was shown once.
  code_hash text not null,
  used_at timestamptz,
  constraint mfa_recovery_codes_factor_id_code_hash_key unique (factor_id, code_hash)
);

alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;
alter table auth.mfa_recovery_codes enable row level security;

reset role;
