-- Authors may edit and delete their notes. A deleted one stays for a day, so that its author can undo it.

alter table public.contact_notes add column edited_at timestamptz,
  add column deleted_at timestamptz constraint contact_notes_deleted_at_check check (isfinite(deleted_at));
comment on column public.contact_notes.edited_at is 'When its author last changed the text; null for the original.';
comment on column public.contact_notes.deleted_at is 'When its author deleted it; purged a day later.';
create index contact_notes_deleted_at_idx on public.contact_notes (deleted_at) where deleted_at is not null;

-- The server sets the times.
create function private.date_note() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if new.body <> old.body then
    new.edited_at := now();
  end if;
  new.deleted_at := case when new.deleted_at is not null then coalesce(old.deleted_at, now()) end;
  return new;
end
$$;
create trigger contact_notes_date before update on public.contact_notes
  for each row when (current_user = 'authenticated') execute function private.date_note();

grant update (body, deleted_at) on public.contact_notes to authenticated;
create policy contact_notes_change_own on public.contact_notes for update to authenticated
  using ((select private.is_manager()) and author_id = (select auth.uid()))
  with check ((select private.is_manager()) and author_id = (select auth.uid()));

-- Others do not see deleted notes.
drop policy contact_notes_read_as_manager on public.contact_notes;
create policy contact_notes_read_as_manager on public.contact_notes for select to authenticated
  using ((select private.is_manager()) and (deleted_at is null or author_id = (select auth.uid())));

-- Leaves deleted notes out, marks edited ones, and shows how calls went.
create or replace view public.contact_timeline with (security_invoker = true) as
  select entry.*, nullif(concat_ws(' ', nullif(author.first_name, ''), nullif(author.last_name, '')), '') as actor_name,
         author.email as actor_email
  from (
    select 'submission ' || id as id, contact_id, received_at as occurred_at, 'submission' as kind, null::uuid as actor,
           jsonb_build_object('name', name, 'email', email, 'phone', phone, 'company', company, 'service', service,
             'message', message, 'page', page, 'text_consent', text_consent, 'spam', spam) as details
    from public.contact_submissions
    union all
    select 'log ' || id, contact_id, created_at, type, null,
           jsonb_build_object('direction', direction, 'phone_number', phone_number, 'message', message,
             'status', status, 'delivery_status', delivery_status, 'call_outcome', call_outcome, 'call_note', call_note, 'duration_seconds', duration_seconds)
    from public.communication_logs
    union all
    select 'note ' || id, contact_id, created_at, 'note', author_id, jsonb_build_object('body', body, 'edited', edited_at is not null)
    from public.contact_notes where deleted_at is null
    union all
    select 'consent ' || id, contact_id, occurred_at, 'consent', actor,
           jsonb_build_object('action', action, 'method', method, 'phone', phone_e164, 'page', page, 'wording', wording,
             'reason', evidence ->> 'reason')
    from public.consent_events
    union all
    select 'change ' || id, contact_id, occurred_at, 'change', actor,
           jsonb_build_object('action', action, 'changes', changes, 'by', actor_role)
    from public.contact_changes
    union all
    select 'merge ' || id, kept_id, merged_at, 'merge', merged_by,
           jsonb_build_object('merge_id', id, 'merged_id', merged_id, 'undone', undone)
    from public.contact_merges
  ) as entry
  left join public.profiles as author on author.id = entry.actor;
