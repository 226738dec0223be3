-- One rule for phone numbers: the program normalizes a number once (server/domain/phone-number.ts), this column stores the
-- result, and SQL compares stored values. See docs/decisions/119-phone-numbers-are-normalized-once.md.

alter table public.crm_contacts alter column phone_e164 drop expression;

-- The rule that the stored numbers follow. The server renormalizes them before it serves when its own rule is another one.
create table private.phone_rule (
  only_row boolean constraint phone_rule_pkey primary key default true constraint phone_rule_only_row_check check (only_row),
  rule text not null
);
insert into private.phone_rule (rule) values ('private.e164');
comment on table private.phone_rule is 'The rule that stored phone numbers follow, in one row.';
comment on column private.phone_rule.only_row is 'Always true: the key allows no second row.';
comment on column private.phone_rule.rule is 'The library and its version; the server renormalizes when its own differs.';

-- Fills phone_e164 from what the program declared in this transaction: { "phone as typed": "E.164" or null }. A number nobody
-- declared has none until the server renormalizes, so the column is never wrong. Sorts before crm_contacts_keep_suppressed,
-- which reads the result.
create function private.derive_phone_e164() returns trigger
  language plpgsql set search_path = ''
  as $$
declare
  declared constant jsonb := nullif(current_setting('private.phone_numbers', true), '')::jsonb;
  given constant boolean := case when tg_op = 'INSERT' then new.phone_e164 is not null
                                 else new.phone_e164 is distinct from old.phone_e164 end;
begin
  if given and current_user in ('authenticated', 'service_role') then
    raise exception 'column "phone_e164" is derived from "phone" and cannot be written' using errcode = '428C9';
  end if;
  if not given and (tg_op = 'INSERT' or new.phone is distinct from old.phone or declared ? new.phone) then
    new.phone_e164 := declared ->> new.phone;
  end if;
  return new;
end
$$;
create trigger crm_contacts_derive_phone_e164 before insert or update of phone, phone_e164 on public.crm_contacts
  for each row execute function private.derive_phone_e164();

-- Contacts whose number the server still has to normalize, and contacts of callers whose number no rule accepts.
create index crm_contacts_without_number_idx on public.crm_contacts (phone) where phone is not null and phone_e164 is null;

create or replace function private.keep_suppressed() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if not private.is_suppressed(new.phone_e164) then
    return new;
  end if;
  if tg_op = 'UPDATE' and not old.text_consent and auth.role() = 'authenticated' then
    raise exception 'This number has opted out of texts. Only its owner can change that, by texting START.'
      using errcode = 'P0001';
  end if;
  new.text_consent := false;
  return new;
end
$$;

-- The contact whose number somebody texts or calls from; made when nobody has it. Where several share a number, it is the
-- one we last had to do with. A new one is named as the number is read. A number no rule accepts is stored as the carrier
-- wrote it, and found by that.
create or replace function private.contact_of_number(number text)
  returns table (id uuid, name text, is_new boolean)
  language plpgsql volatile set search_path = ''
  as $$
declare
  declared constant jsonb := coalesce(nullif(current_setting('private.phone_numbers', true), ''), '{}')::jsonb;
  readable constant text := case when declared ->> number is null then number
    else regexp_replace(number, '^\+1(\d{3})(\d{3})(\d{4})$', '(\1) \2-\3') end;
begin
  for look in 1..2 loop
    return query
      select contact.id, trim(contact.first_name || ' ' || contact.last_name), false
      from public.crm_contacts as contact
      where contact.phone_e164 = number or (contact.phone_e164 is null and contact.phone = number)
      order by (select max(log.created_at) from public.communication_logs as log where log.contact_id = contact.id)
        desc nulls last, contact.created_at, contact.id
      limit 1;
    if found then
      return;
    end if;
    -- Two first texts of one person at the same moment must not become two contacts.
    if look = 1 then
      perform pg_advisory_xact_lock(hashtextextended('number:' || number, 0));
    end if;
  end loop;
  perform set_config('private.phone_numbers', (declared || jsonb_build_object(readable, declared ->> number))::text, true);
  return query
    insert into public.crm_contacts (first_name, phone) values (readable, readable) returning crm_contacts.id, readable, true;
end
$$;

-- Everybody who is or was entered under an id: as they are, as they were deleted, as they were merged.
create or replace function private.entries_of(contacts uuid[], emails text[]) returns table (id uuid, email text, number text)
  language sql stable set search_path = ''
  as $$
    select id, email_key, phone_e164 from public.crm_contacts
    where id = any (contacts) or email_key = any (emails)
    union
    select id, contact ->> 'email_key', contact ->> 'phone_e164' from public.deleted_contacts
    where id = any (contacts) or contact ->> 'email_key' = any (emails)
    union
    select entry.id, lower(entry.fields ->> 'email'), entry.fields ->> 'phone_e164'
    from public.contact_merges as merge
    left join private.contact_merge_records as record on record.merge_id = merge.id
    cross join lateral (values (merge.merged_id, record.merged), (merge.kept_id, record.kept_before)) as entry (id, fields)
    where not merge.undone
      and (merge.kept_id = any (contacts) or merge.merged_id = any (contacts)
        or lower(record.merged ->> 'email') = any (emails) or lower(record.kept_before ->> 'email') = any (emails))
  $$;

-- Whether nothing has withdrawn an agreement to texts since: decided by the newest event for the number, or for the contact
-- itself where that names no number. An agreement given again counts for the number, as the withdrawal did.
create or replace function private.agreement_stands(contact_id uuid, number text) returns boolean
  language sql stable set search_path = ''
  as $$
    select coalesce((
      select event.action = 'grant' from public.consent_events as event
      where event.phone_e164 = number or (event.contact_id = agreement_stands.contact_id and event.phone_e164 is null)
      order by event.occurred_at desc, event.action desc limit 1), true)
  $$;

-- Writes a contact's fields, consent last: a new number would end an agreement that was given for it.
create or replace function private.rewrite_contact(contact_id uuid, fields jsonb) returns void
  language plpgsql set search_path = ''
  as $$
declare
  wanted constant public.crm_contacts := jsonb_populate_record(null::public.crm_contacts, fields);
begin
  perform set_config('private.phone_numbers', jsonb_build_object(coalesce(wanted.phone, ''), wanted.phone_e164)::text, true);
  update public.crm_contacts set text_consent = false
  where id = contact_id and text_consent and phone_e164 is distinct from wanted.phone_e164;
  update public.crm_contacts
  set first_name = wanted.first_name, last_name = wanted.last_name, email = wanted.email, phone = wanted.phone,
      phone_type = wanted.phone_type, company = wanted.company, status = wanted.status, notes = wanted.notes,
      service_request = wanted.service_request, text_consent = wanted.text_consent
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
    -- Agreeing for one number says nothing about another, and whoever of the two has opted out since, has.
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

create or replace function private.undo_merge() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  saved private.contact_merge_records;
  kept public.crm_contacts;
  changed text;
begin
  select * into saved from private.contact_merge_records where merge_id = new.id;
  if not found then
    raise exception 'This merge is too long ago to be undone.' using errcode = 'PT409';
  end if;
  kept := private.require_contact(new.kept_id,
    'The contact that was kept is not there any more: it was deleted, or merged with another one. Undo that first.');
  select string_agg(replace(name, '_', ' '), ', ' order by name) into changed
  from jsonb_object_keys(saved.kept_after) as name
  where name not in ('updated_at', 'text_consent', 'phone_e164') and name not like '%\_key'
    and saved.kept_after -> name is distinct from to_jsonb(kept) -> name;
  if changed is not null then
    raise exception 'The contact was changed after the merge (%), so the merge stays.', changed using errcode = 'PT409';
  end if;

  perform private.put_back('public.crm_contacts', jsonb_build_array(saved.merged));
  perform private.hang_back(new.merged_id, saved.hanging, new.kept_id);
  perform private.rewrite_contact(new.kept_id, saved.kept_before || jsonb_build_object('text_consent',
    case when kept.text_consent = (saved.kept_after ->> 'text_consent')::boolean
         then (saved.kept_before ->> 'text_consent')::boolean
           and private.agreement_stands(new.kept_id, saved.kept_before ->> 'phone_e164')
         else kept.text_consent end));
  -- Whoever said STOP meanwhile said it for the number.
  update public.crm_contacts set text_consent = false
  where id = new.merged_id and text_consent and not private.agreement_stands(id, phone_e164);
  delete from private.contact_merge_records where merge_id = new.id;
  return null;
end
$$;

-- Safe while the older copy serves: only SQL called it, and every function that did is redefined above.
drop function private.e164(text);
