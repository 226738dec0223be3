-- The proof of every agreement to be texted and of every withdrawal. crm_contacts.text_consent is its current state.

create table public.consent_events (
  id uuid constraint consent_events_pkey primary key default gen_random_uuid(),
  occurred_at timestamptz not null default now(),
  contact_id uuid constraint consent_events_contact_id_fkey references public.crm_contacts (id) on delete set null,
  -- Kept beside the link, so that an opt-out outlives the contact.
  phone_e164 text,
  email text,
  action text not null constraint consent_events_action_check check (action in ('grant', 'revoke')),
  method text not null
    constraint consent_events_method_check check (method in ('web_form', 'keyword', 'staff', 'import', 'carrier')),
  wording text,
  wording_version text,
  page text,
  submission_id uuid constraint consent_events_submission_id_fkey
    references public.contact_submissions (id) on delete set null,
  client_ip inet,
  claimed_ip text,
  user_agent text,
  actor uuid,
  evidence jsonb not null default '{}'
);
create index consent_events_contact_id_idx on public.consent_events (contact_id, occurred_at desc);
create index consent_events_phone_e164_idx on public.consent_events (phone_e164, occurred_at desc);
create index consent_events_submission_id_idx on public.consent_events (submission_id);

create trigger consent_events_append_only before update or delete on public.consent_events
  for each row execute function private.refuse_change('contact_id', 'submission_id');

-- A withdrawal holds for the number, whoever else it belongs to; an agreement for the contact that gave it. An event that
-- comes late does not undo a newer one.
create function private.apply_consent() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.crm_contacts as contact set text_consent = (new.action = 'grant')
  where text_consent <> (new.action = 'grant')
    and (contact.id = new.contact_id or (new.action = 'revoke' and contact.phone_e164 = new.phone_e164))
    and not exists (
      select from public.consent_events as newer
      where newer.contact_id = contact.id and newer.occurred_at > new.occurred_at);
  return null;
end
$$;
create trigger consent_events_apply after insert on public.consent_events
  for each row execute function private.apply_consent();

-- A consent box ticked or cleared outside of an event is an event like any other.
create function private.record_direct_consent() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.consent_events (contact_id, phone_e164, email, action, method, actor)
  values (new.id, new.phone_e164, new.email, case when new.text_consent then 'grant' else 'revoke' end,
          case when auth.role() = 'service_role' then 'import' else 'staff' end, auth.uid());
  return null;
end
$$;

-- Agreeing for one number says nothing about another. The event names no number: nobody withdrew anything for the old one.
create function private.end_consent_with_number() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.consent_events (contact_id, email, action, method, actor, evidence)
  values (new.id, new.email, 'revoke', 'staff', auth.uid(),
          jsonb_build_object('reason', 'the telephone number changed', 'old_number', old.phone_e164));
  return null;
end
$$;
-- Depth 0: not when the change is itself the consequence of an event.
create trigger crm_contacts_record_consent_on_insert after insert on public.crm_contacts
  for each row when (new.text_consent and pg_trigger_depth() = 0) execute function private.record_direct_consent();
create trigger crm_contacts_record_consent_on_update after update of text_consent on public.crm_contacts
  for each row when (new.text_consent <> old.text_consent and pg_trigger_depth() = 0)
  execute function private.record_direct_consent();
create trigger crm_contacts_end_consent_with_number after update of phone on public.crm_contacts
  for each row when (old.text_consent and new.text_consent and old.phone_e164 is not null
                     and old.phone_e164 is distinct from new.phone_e164)
  execute function private.end_consent_with_number();

alter table public.consent_events enable row level security;
revoke all on public.consent_events from anon, authenticated, service_role;
grant select, insert on public.consent_events to service_role;
grant select on public.consent_events to authenticated;

create policy consent_events_read_as_manager on public.consent_events for select to authenticated
  using ((select private.is_manager()));
