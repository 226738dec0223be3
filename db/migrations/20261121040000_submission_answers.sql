-- That a submission was answered, by whom and when: what the reply promise is measured by. A row is never changed;
-- taking an answer back deletes it.

create table public.submission_answers (
  id uuid constraint submission_answers_pkey primary key default gen_random_uuid(),
  submission_id uuid not null
    constraint submission_answers_submission_id_key unique
    constraint submission_answers_submission_id_fkey references public.contact_submissions (id) on delete cascade,
  answered_at timestamptz not null default now(),
  -- Empty when the answering account is gone.
  answered_by uuid default auth.uid()
    constraint submission_answers_answered_by_fkey references public.profiles (id) on delete set null,
  -- How: what staff say they did elsewhere, or what the product itself sent.
  method text not null default 'elsewhere'
    constraint submission_answers_method_check check (method in ('elsewhere', 'text', 'call', 'email'))
);
create index submission_answers_answered_at_idx on public.submission_answers (answered_at desc);
create index submission_answers_answered_by_idx on public.submission_answers (answered_by);

create trigger submission_answers_record_change after insert or update or delete on public.submission_answers
  for each row execute function private.record_change();

alter table public.submission_answers enable row level security;
revoke all on public.submission_answers from anon, authenticated, service_role;
grant select, insert, delete on public.submission_answers to service_role;
grant select, delete on public.submission_answers to authenticated;
-- Who and when are the database's to say.
grant insert (submission_id) on public.submission_answers to authenticated;

create policy submission_answers_read_as_manager on public.submission_answers for select to authenticated
  using ((select private.is_manager()));
create policy submission_answers_insert_as_manager on public.submission_answers for insert to authenticated
  with check ((select private.is_manager()) and answered_by = (select auth.uid()));
create policy submission_answers_delete_as_manager on public.submission_answers for delete to authenticated
  using ((select private.is_manager()));

-- What still waits for an answer. Nobody is owed one for spam, nor to a contact that staff have deleted.
create view public.waiting_submissions with (security_invoker = true) as
  select id, received_at, contact_id, service,
         (select concat_ws(' ', first_name, nullif(last_name, ''))
          from public.crm_contacts as contact where contact.id = contact_id) as contact_name
  from public.contact_submissions as submission
  where not spam
    and exists (select from public.crm_contacts as contact where contact.id = contact_id)
    and not exists (select from public.submission_answers as answer where answer.submission_id = submission.id);

revoke all on public.waiting_submissions from anon, authenticated, service_role;
grant select on public.waiting_submissions to authenticated, service_role;

-- Notifications of a submission lead to it.
alter table public.notifications add column submission_id uuid
  constraint notifications_submission_id_fkey references public.contact_submissions (id) on delete set null;
create index notifications_submission_id_idx on public.notifications (submission_id);

do $$
begin
  if to_regprocedure('realtime.enable(regclass)') is not null then
    perform realtime.enable('public.submission_answers');
  elsif exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.submission_answers;
  end if;
end
$$;
