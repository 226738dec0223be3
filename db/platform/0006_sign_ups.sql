-- Sign-ups whose mail nobody has opened yet. Several people may try the same address, and only one of them reads its mail: each
-- link confirms the password of its own sign-up.

set local role supabase_auth_admin;

create table auth.sign_ups (
  id uuid constraint sign_ups_pkey primary key default gen_random_uuid(),
  user_id uuid not null constraint sign_ups_user_id_fkey references auth.users (id) on delete cascade,
  -- SHA-256 in hexadecimal; the token itself exists only in the mail.
  token_hash text not null constraint sign_ups_token_hash_key unique,
  -- Null: the link confirms the address alone, and the reader chooses a password afterwards.
  encrypted_password text,
  user_metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_ups_user_id_idx on auth.sign_ups (user_id, created_at);

alter table auth.sign_ups enable row level security;

reset role;
