-- Who looks after a contact, and what to do next. One step with one date: a list of tasks would be a second place to look.

alter table public.crm_contacts
  add column owner_id uuid constraint crm_contacts_owner_id_fkey references public.profiles (id) on delete set null,
  add column next_step text
    constraint crm_contacts_next_step_check check (length(trim(next_step)) > 0 and length(next_step) <= 200 and next_step !~ '[\r\n]'),
  add column next_step_on date
    constraint crm_contacts_next_step_on_check check (next_step_on between '1900-01-01' and '2200-01-01');
alter table public.crm_contacts
  add constraint crm_contacts_next_step_next_step_on_check check ((next_step is null) = (next_step_on is null)) not valid;

comment on column public.crm_contacts.owner_id is 'The manager or admin who looks after the contact.';
comment on column public.crm_contacts.next_step is 'What to do next, in one line. Has a date.';
comment on column public.crm_contacts.next_step_on is 'The day the next step is due.';

create index crm_contacts_owner_id_idx on public.crm_contacts (owner_id, created_at desc, id);
create index crm_contacts_next_step_on_idx on public.crm_contacts (next_step_on, id) where next_step_on is not null;

-- Returns whether a profile is a manager or admin, and keeps its role until the transaction ends.
create function private.hold_staff_role(profile uuid) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform from public.profiles where id = profile and role in ('manager', 'admin') for share;
  return found;
end
$$;
grant execute on function private.hold_staff_role(uuid) to authenticated, service_role;

-- Refuses an owner who is no manager or admin. A restore or the undoing of a merge drops such an owner instead: the account may
-- have lost its role since.
create function private.check_owner() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if new.owner_id is not null and not private.hold_staff_role(new.owner_id) then
    if current_user in ('authenticated', 'service_role') then
      raise exception 'The owner of a contact must be a manager or an admin.' using errcode = '23514';
    end if;
    new.owner_id := null;
  end if;
  return new;
end
$$;
create trigger crm_contacts_check_owner before insert or update of owner_id on public.crm_contacts
  for each row execute function private.check_owner();

-- Takes the contacts from an account that is no manager or admin anymore.
create function private.release_contacts() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.crm_contacts set owner_id = null where owner_id = new.id;
  return null;
end
$$;
create trigger profiles_release_contacts after update of role on public.profiles
  for each row when (new.role not in ('manager', 'admin') and old.role in ('manager', 'admin'))
  execute function private.release_contacts();

create or replace view public.contact_search with (security_invoker = false) as
  select id, first_name, last_name, email, phone, phone_type, company, status, notes, service_request, text_consent,
         created_at, updated_at, name_key, email_key, company_key, service_request_key, search_key, phone_key,
         owner_id, next_step, next_step_on
  from public.crm_contacts
  where (select private.is_manager());

comment on column public.contact_search.owner_id is 'The manager or admin who looks after the contact.';
comment on column public.contact_search.next_step is 'What to do next, in one line.';
comment on column public.contact_search.next_step_on is 'The day the next step is due.';

-- The fields that merge_contacts decides together: a next step without its own date would be wrong.
create function private.merged_next_step(kept jsonb, merged jsonb) returns jsonb
  language sql immutable set search_path = ''
  as $$
    select jsonb_build_object('owner_id', coalesce(kept ->> 'owner_id', merged ->> 'owner_id'),
                              'next_step', source ->> 'next_step', 'next_step_on', source ->> 'next_step_on')
    from (select case when kept ->> 'next_step' is null then merged else kept end) as chosen (source)
  $$;

create or replace function private.outvoted_fields(kept jsonb, merged jsonb, result jsonb) returns text
  language sql stable set search_path = ''
  as $$
    select string_agg(replace(field.name, '_', ' ') || ' ' || field.value, ', ' order by field.place, field.value)
    from (
      select distinct name, place, losing.value
      from unnest(array['first_name', 'last_name', 'email', 'phone', 'company', 'status', 'service_request', 'next_step'])
             with ordinality as listed (name, place),
           lateral (values (kept ->> name, kept ->> 'next_step_on'), (merged ->> name, merged ->> 'next_step_on'))
             as side (value, due),
           lateral (values (side.value || case when name = 'next_step' then ' (' || side.due || ')' else '' end)) as losing (value)
      where side.value <> '' and lower(side.value) is distinct from lower(result ->> name)
    ) as field
  $$;

-- Fields that a record from before this version does not hold stay as they are.
create or replace function private.rewrite_contact(contact_id uuid, fields jsonb) returns void
  language plpgsql set search_path = ''
  as $$
declare
  wanted public.crm_contacts;
begin
  select (jsonb_populate_record(contact, fields)).* into wanted from public.crm_contacts as contact where id = contact_id;
  perform set_config('private.phone_numbers', jsonb_build_object(coalesce(wanted.phone, ''), wanted.phone_e164)::text, true);
  update public.crm_contacts set text_consent = false
  where id = contact_id and text_consent and phone_e164 is distinct from wanted.phone_e164;
  update public.crm_contacts
  set first_name = wanted.first_name, last_name = wanted.last_name, email = wanted.email, phone = wanted.phone,
      phone_type = wanted.phone_type, company = wanted.company, status = wanted.status, notes = wanted.notes,
      service_request = wanted.service_request, text_consent = wanted.text_consent, owner_id = wanted.owner_id,
      next_step = wanted.next_step, next_step_on = wanted.next_step_on
  where id = contact_id;
end
$$;

create or replace function private.merge_contacts() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  missing constant text := 'One of the two contacts does not exist any more.';
  fields constant text[] := array['first_name', 'last_name', 'email', 'phone', 'company', 'status', 'service_request'];
  kept public.crm_contacts;
  merged public.crm_contacts;
  result jsonb;
  outvoted text;
  hanging jsonb;
  notes text;
  keeps_phone boolean;
  number text;
begin
  if new.kept_id = new.merged_id then
    raise exception 'A contact cannot be merged with itself.' using errcode = 'PT409';
  end if;
  perform from public.crm_contacts where id in (new.kept_id, new.merged_id) order by id for update;
  kept := private.require_contact(new.kept_id, missing);
  merged := private.require_contact(new.merged_id, missing);

  select to_jsonb(kept) || jsonb_object_agg(name, private.merged_field(name, to_jsonb(kept), to_jsonb(merged), new.taken))
  into result from unnest(fields) as name;
  result := result || private.merged_next_step(to_jsonb(kept), to_jsonb(merged));
  outvoted := private.outvoted_fields(to_jsonb(kept), to_jsonb(merged), result);
  notes := concat_ws(e'\n\n', nullif(kept.notes, ''), nullif(merged.notes, ''),
    'Merged on ' || to_char(new.merged_at at time zone 'America/New_York', 'YYYY-MM-DD') || '. Before: ' || outvoted);
  if length(notes) > 100000 then
    raise exception 'Together the notes of both are longer than a contact can hold. Shorten them first.' using errcode = 'PT409';
  end if;

  keeps_phone := result ->> 'phone' is not distinct from kept.phone;
  number := case when keeps_phone then kept.phone_e164 else merged.phone_e164 end;
  result := result || jsonb_build_object(
    'notes', nullif(notes, ''),
    'phone_e164', number,
    'phone_type', case when keeps_phone then kept.phone_type else merged.phone_type end,
    -- An agreement counts for its own number only, and a withdrawal by either contact counts for both.
    'text_consent',
      ((kept.text_consent and kept.phone_e164 is not distinct from number)
        or (merged.text_consent and merged.phone_e164 is not distinct from number))
      and private.agreement_stands(kept.id, kept.phone_e164) and private.agreement_stands(merged.id, merged.phone_e164));

  hanging := private.hanging_on(merged.id);
  perform private.take_over(kept.id, merged.id);
  delete from public.crm_contacts where id = merged.id;
  perform private.rewrite_contact(kept.id, result);
  insert into private.contact_merge_records (merge_id, kept_before, kept_after, merged, hanging)
  select new.id, to_jsonb(kept), to_jsonb(after), to_jsonb(merged), hanging
  from public.crm_contacts as after where after.id = kept.id;
  return null;
end
$$;

-- The name of an account for a list of changes, also after it was deleted. Null without an account.
create function private.account_name(account uuid) returns text
  language sql stable set search_path = ''
  as $$
    select case when account is not null then coalesce((
      select coalesce(nullif(concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')), ''), email)
      from public.profiles where id = account), 'a deleted account') end
  $$;
grant execute on function private.account_name(uuid) to authenticated;

-- The timeline shows the name of an owner in place of the id.
create or replace view public.contact_changes with (security_invoker = false, security_barrier = true) as
  select id, occurred_at, actor, actor_role, action, row_id as contact_id,
         case when changes ? 'owner_id'
              then changes - 'owner_id' || jsonb_build_object('owner', jsonb_build_object(
                'old', private.account_name((changes #>> '{owner_id,old}')::uuid),
                'new', private.account_name((changes #>> '{owner_id,new}')::uuid)))
              else changes end as changes
  from public.audit_log
  where table_name = 'crm_contacts' and (select private.is_manager());
