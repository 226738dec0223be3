-- What staff write down about a contact, each note with its author and time. `crm_contacts.notes` is one text for all.

create table public.contact_notes (
  id uuid constraint contact_notes_pkey primary key default gen_random_uuid(),
  contact_id uuid not null constraint contact_notes_contact_id_fkey references public.crm_contacts (id) on delete cascade,
  author_id uuid default auth.uid() constraint contact_notes_author_id_fkey references public.profiles (id) on delete set null,
  body text not null constraint contact_notes_body_check check (length(trim(body)) between 1 and 10000),
  created_at timestamptz not null default now()
);
create index contact_notes_contact_id_idx on public.contact_notes (contact_id, created_at desc);
create index contact_notes_author_id_idx on public.contact_notes (author_id);

alter table public.contact_notes enable row level security;
revoke all on public.contact_notes from anon, authenticated, service_role;
grant select, insert, delete on public.contact_notes to service_role;
grant select on public.contact_notes to authenticated;
grant insert (contact_id, body) on public.contact_notes to authenticated;

create policy contact_notes_read_as_manager on public.contact_notes for select to authenticated
  using ((select private.is_manager()));
create policy contact_notes_insert_as_manager on public.contact_notes for insert to authenticated
  with check ((select private.is_manager()) and author_id = (select auth.uid()));

do $$
begin
  if to_regprocedure('realtime.enable(regclass)') is not null then
    perform realtime.enable('public.contact_notes');
  elsif exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.contact_notes;
  end if;
end
$$;
