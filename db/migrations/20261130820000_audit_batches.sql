-- One audit entry for a text to many contacts, one for canceling it, and one for a next step that staff give or take back for many.

-- Records a batch of texts that was just written, or how many of its texts were canceled.
create function private.record_text_batch(batch uuid, canceled integer default null) returns void
  language sql volatile set search_path = ''
  as $$
    insert into public.audit_log (actor, actor_role, action, table_name, row_id, changes)
    select auth.uid(), coalesce(auth.role(), session_user), case when canceled is null then 'insert' else 'delete' end,
      'text_batches', batch,
      case when canceled is null
        then jsonb_build_object(
          'contacts', jsonb_build_object('new', count(*)),
          'first_at', jsonb_build_object('new', min(send_at)),
          'last_at', jsonb_build_object('new', max(send_at)))
        else jsonb_build_object('contacts', jsonb_build_object('old', canceled)) end
    from public.communication_logs where batch_id = batch
    having coalesce(canceled, count(*)::integer) > 0
  $$;
grant execute on function private.record_text_batch(uuid, integer) to service_role;

-- Counts what the transaction's own entries say, so that nobody can record what did not happen.
create function private.record_planned_steps(undone boolean) returns void
  language sql volatile security definer set search_path = ''
  as $$
    insert into public.audit_log (actor, actor_role, action, table_name, row_id, changes)
    select auth.uid(), coalesce(auth.role(), session_user), case when undone then 'delete' else 'insert' end,
      'planned_steps', gen_random_uuid(),
      jsonb_build_object('contacts', jsonb_build_object(case when undone then 'old' else 'new' end, count(*)))
      || case when undone then '{}' else jsonb_strip_nulls(jsonb_build_object(
           'next_step', jsonb_build_object('new', max(changes -> 'next_step' ->> 'new')),
           'next_step_on', jsonb_build_object('new', max(changes -> 'next_step_on' ->> 'new')))) end
    from public.audit_log
    where actor = auth.uid() and occurred_at = now() and import_id is null
      and table_name = 'crm_contacts' and action = 'update' and changes ?| array['next_step', 'next_step_on']
    having count(*) > 1
  $$;
grant execute on function private.record_planned_steps(boolean) to authenticated;
