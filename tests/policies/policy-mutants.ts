import type { Mutation } from './mutations.ts'

/** Plausible mistakes in a policy, or in the functions that policies and triggers use. */
export const mistakes: readonly Mutation[] = [
  {
    name: 'the role is read from what users write about themselves',
    sql: redefine(
      'app_role() returns text language sql stable security definer',
      `select coalesce(auth.jwt() -> 'user_metadata' ->> 'role',
                       (select role from public.profiles where id = auth.uid()))`,
    ),
  },
  {
    name: 'a manager counts as an admin',
    sql: redefine('is_admin() returns boolean language sql stable', 'select private.is_manager()'),
  },
  {
    name: 'everybody with a profile counts as a manager',
    sql: redefine(
      'is_manager() returns boolean language sql stable',
      'select private.app_role() is not null',
    ),
  },
  {
    name: 'an account without a profile counts as a manager',
    sql: redefine(
      'is_manager() returns boolean language sql stable',
      `select coalesce(private.app_role() <> 'client', true)`,
    ),
  },
  {
    name: 'the second factor is not asked for',
    sql: redefine('is_proved() returns boolean language sql stable', 'select true'),
  },
  {
    name: 'the token says whether the second factor was used',
    sql: redefine(
      'is_proved() returns boolean language sql stable',
      `select coalesce(auth.jwt() ->> 'aal', 'aal2') = 'aal2'`,
    ),
  },
  {
    name: 'sessions never end',
    sql: redefine(
      'session_is_live(claims jsonb, at timestamptz default now()) returns boolean language sql stable',
      'select true',
    ),
  },
  {
    name: 'disabled accounts keep their sessions',
    sql: redefine(
      `session_is_live(claims jsonb, at timestamptz default now()) returns boolean
       language sql stable security definer`,
      `select exists (select from auth.sessions where id = (claims ->> 'session_id')::uuid)`,
    ),
  },
  {
    name: 'a new profile keeps the role that was sent',
    sql: redefine(
      'force_client_profile() returns trigger language plpgsql',
      `begin new.email := auth.jwt() ->> 'email'; return new; end`,
    ),
  },
  {
    name: 'a new profile keeps the address that was sent',
    sql: redefine(
      'force_client_profile() returns trigger language plpgsql',
      `begin if current_user <> 'service_role' then new.role := 'client'; end if; return new; end`,
    ),
  },
  {
    name: 'an admin who is disabled counts as one',
    sql: redefine(
      'has_other_admin(account uuid) returns boolean language sql volatile security definer',
      `select exists (select from public.profiles where role = 'admin' and id <> account)`,
    ),
  },
  {
    name: 'rows of append-only tables may be deleted',
    sql: redefine('refuse_change() returns trigger language plpgsql', appendOnly("tg_op = 'DELETE'", 'old')),
  },
  {
    name: 'rows of append-only tables may be changed',
    sql: redefine('refuse_change() returns trigger language plpgsql', appendOnly("tg_op = 'UPDATE'", 'new')),
  },
  {
    name: 'an opt-out is forgotten with the contact',
    sql: redefine(
      'is_suppressed(number text) returns boolean language sql stable security definer',
      'select false',
    ),
  },
  {
    name: 'a contact who opted out may be texted',
    sql: rewriteFunction('may_text', 'private.is_suppressed(number)', 'false'),
  },
  {
    name: 'a contact who agreed to nothing may be texted',
    sql: rewriteFunction('may_text', 'and contact.text_consent', ''),
  },
  {
    name: 'an admin may write in the name of somebody else',
    sql: 'alter policy blog_posts_insert_as_admin on public.blog_posts with check (private.is_admin())',
  },
  {
    name: 'anybody may write in their own name',
    sql: 'alter policy blog_posts_insert_as_admin on public.blog_posts with check (author_id = auth.uid())',
  },
  {
    name: 'staff see the notifications of others',
    sql: `alter policy notifications_read_own on public.notifications using (private.is_manager())`,
  },
  {
    name: 'staff see what others chose to be told about',
    sql: `alter policy notification_choices_read_own on public.notification_choices using (private.is_manager())`,
  },
  {
    name: 'staff choose for others what they are told about',
    sql: `alter policy notification_choices_update_own on public.notification_choices
          using (private.is_manager()) with check (true)`,
  },
  {
    name: 'staff restore the notifications of others',
    sql: rewriteFunction(
      'restore_notification',
      "coalesce((kept.copy ->> 'recipient_id')::uuid, auth.uid())",
      'auth.uid()',
    ),
  },
  {
    name: 'anybody may write a profile for somebody else',
    sql: "alter policy profiles_insert_own on public.profiles with check (role = 'client')",
  },
  {
    name: 'whoever sees a profile may change it',
    sql: `alter policy profiles_update_own on public.profiles
          using (id = auth.uid() or private.is_manager()) with check (true)`,
  },
]

function appendOnly(exception: string, result: string): string {
  return `
    begin
      if ${exception} then return ${result}; end if;
      if tg_op = 'UPDATE' and (to_jsonb(new) - tg_argv) = (to_jsonb(old) - tg_argv) then return new; end if;
      raise exception '% is append-only.', tg_table_name using errcode = '42501';
    end`
}

function redefine(signature: string, body: string): string {
  return `create or replace function private.${signature} set search_path = '' as $body$ ${body} $body$`
}

/** Replaces a part of the body of a function that has no overloads. */
function rewriteFunction(name: string, part: string, replacement: string): string {
  return `do $do$ begin
    execute replace(pg_get_functiondef('private.${name}'::regproc), $part$${part}$part$, $part$${replacement}$part$);
  end $do$`
}
