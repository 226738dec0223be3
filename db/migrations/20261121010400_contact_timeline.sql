-- Everything that happened with a contact, in one list.

-- The audit trail is for admins; what happened to contacts, managers may know as well. `security_invoker = false`: the
-- view reads the trail with its owner's rights, and has the one condition itself.
create view public.contact_changes with (security_invoker = false, security_barrier = true) as
  select id, occurred_at, actor, actor_role, action, row_id as contact_id, changes
  from public.audit_log
  where table_name = 'crm_contacts' and (select private.is_manager());

create view public.contact_timeline with (security_invoker = true) as
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
             'status', status, 'delivery_status', delivery_status)
    from public.communication_logs
    union all
    select 'note ' || id, contact_id, created_at, 'note', author_id, jsonb_build_object('body', body)
    from public.contact_notes
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

revoke all on public.contact_changes, public.contact_timeline from anon, authenticated, service_role;
grant select on public.contact_changes, public.contact_timeline to authenticated;
