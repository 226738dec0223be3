-- Erasing a person removed the replies to them from the figures, too: nobody is named by how long a reply took.

create table private.erased_replies (
  id bigint generated always as identity constraint erased_replies_pkey primary key,
  received_at timestamptz not null,
  answered_at timestamptz not null
);
create index erased_replies_answered_at_idx on private.erased_replies (answered_at);
comment on table private.erased_replies is 'How long replies to people took who have been erased.';
comment on column private.erased_replies.id is 'Primary key.';
comment on column private.erased_replies.received_at is 'When the inquiry came in, on the minute.';
comment on column private.erased_replies.answered_at is 'When it was answered, as long after as it took.';

alter table private.erased_replies enable row level security;
revoke all on private.erased_replies from anon, authenticated, service_role;
grant select on private.erased_replies to authenticated, service_role;
create policy erased_replies_read_as_manager on private.erased_replies for select to authenticated
  using ((select private.is_manager()));

create view public.reply_times with (security_invoker = true) as
  select received_at, answered_at
  from public.submission_answers
  join public.contact_submissions as submission on submission.id = submission_id
  union all
  select received_at, answered_at from private.erased_replies;
comment on view public.reply_times is 'When each answered inquiry came in and when it was answered.';
comment on column public.reply_times.received_at is 'When the inquiry came in.';
comment on column public.reply_times.answered_at is 'When it was answered.';
revoke all on public.reply_times from anon, authenticated, service_role;
grant select on public.reply_times to authenticated, service_role;

-- What text that names a person looks like, for what is kept outside the database.
create function private.pattern_naming(contact_id uuid, email text) returns text
  language sql stable security definer set search_path = ''
  as $$ select private.pattern_of(private.person_of(contact_id, email)) $$;
revoke execute on function private.pattern_naming(uuid, text) from public;
grant execute on function private.pattern_naming(uuid, text) to service_role;

-- As before, and the reply times stay.
create or replace function private.erase_person(contact_id uuid, email text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  who constant private.person := private.person_of(contact_id, email);
  found constant jsonb := (
    select coalesce(jsonb_object_agg(relation, keys), '{}')
    from (select relation, jsonb_agg(key) as keys from private.traces_of(who) group by relation) as trace);
  place text;
begin
  -- On the minute, so that nothing else that stays has the same time; as long as it took.
  insert into private.erased_replies (received_at, answered_at)
  select date_trunc('minute', received_at), answered_at - (received_at - date_trunc('minute', received_at))
  from public.submission_answers as answer
  join public.contact_submissions as submission on submission.id = submission_id
  where answer.id::text in (select jsonb_array_elements_text(found -> 'public.submission_answers'));

  update public.contact_import_rows
  set cells = '[]', fields = null, previous = null, contact_id = null, problems = '[]', notes = '["Erased at the person''s request."]',
      outcome = case when outcome in ('created', 'filled') then 'kept'
                     when outcome in ('skipped', 'removed', 'restored', 'kept') then outcome else 'invalid' end
  where import_id || ' ' || row_number in (select jsonb_array_elements_text(found -> 'public.contact_import_rows'));

  foreach place in array array['public.jobs', 'private.outgoing_mails', 'private.simulated_texts', 'public.notifications',
    'private.deleted_notifications', 'public.communication_logs', 'public.contact_submissions', 'public.contact_merges',
    'public.crm_contacts', 'auth.users'] loop
    execute format('delete from %1$s where id = any ($1::text[]::%2$s[])', place,
      (select format_type(atttypid, null) from pg_catalog.pg_attribute where attrelid = place::regclass and attname = 'id'))
    using array(select jsonb_array_elements_text(found -> place));
  end loop;

  -- Copies from which these deletions could be taken back, and what they wrote into the trail.
  delete from public.deleted_contacts where id = any (who.contacts);
  delete from private.deleted_notifications
  where id in (select jsonb_array_elements_text(found -> 'public.notifications')::uuid);
  delete from private.rate_limits where private.names_person(key, who);
  update public.audit_log
  set changes = (select coalesce(jsonb_object_agg(name, '{}'::jsonb), '{}') from jsonb_object_keys(changes) as name)
  where row_id = any (who.contacts || array(select jsonb_array_elements_text(found -> 'auth.users')::uuid));

  insert into public.audit_log (actor, actor_role, action, table_name, row_id, changes)
  values (auth.uid(), coalesce(auth.role(), session_user), 'delete', 'personal_data',
    coalesce(who.contacts[1], gen_random_uuid()), '{}');
  return (select coalesce(jsonb_object_agg(name, jsonb_array_length(keys)), '{}') from jsonb_each(found) as trace (name, keys));
end
$$;
