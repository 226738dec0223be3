-- Pairs of contacts that staff looked at and found to be two people.
create table public.distinct_contacts (
  id uuid constraint distinct_contacts_pkey primary key default gen_random_uuid(),
  -- No foreign keys: a mark outlives a deletion and a merge, which can be undone. private.forget_distinct removes it after that.
  contact_id uuid not null,
  other_id uuid not null,
  same_email boolean not null default false,
  same_phone boolean not null default false,
  same_name boolean not null default false,
  marked_at timestamptz not null default now(),
  marked_by uuid default auth.uid(),
  constraint distinct_contacts_contact_id_other_id_check check (contact_id < other_id)
);
create index distinct_contacts_contact_id_idx on public.distinct_contacts (contact_id);
create index distinct_contacts_other_id_idx on public.distinct_contacts (other_id);

comment on table public.distinct_contacts is 'Pairs of contacts that staff marked as not the same person.';
comment on column public.distinct_contacts.id is 'Primary key. Deleting the row undoes the mark.';
comment on column public.distinct_contacts.contact_id is 'Contact with the smaller id.';
comment on column public.distinct_contacts.other_id is 'The other contact.';
comment on column public.distinct_contacts.same_email is 'Whether they had the same email address then. Other signs bring the pair back.';
comment on column public.distinct_contacts.same_phone is 'Whether they had the same telephone number then.';
comment on column public.distinct_contacts.same_name is 'Whether they had nearly the same name then.';
comment on column public.distinct_contacts.marked_at is 'When they were marked.';
comment on column public.distinct_contacts.marked_by is 'User who marked them.';

alter table public.distinct_contacts enable row level security;
grant select, delete on public.distinct_contacts to authenticated, service_role;
grant insert (contact_id, other_id) on public.distinct_contacts to authenticated;
create policy distinct_contacts_read_as_manager on public.distinct_contacts for select to authenticated
  using ((select private.is_manager()));
create policy distinct_contacts_mark_as_manager on public.distinct_contacts for insert to authenticated
  with check ((select private.is_manager()));
create policy distinct_contacts_unmark_as_manager on public.distinct_contacts for delete to authenticated
  using ((select private.is_manager()));

-- Orders the pair and notes what the two have in common. Not for others than managers, whom the policy refuses afterwards: an
-- error here would tell them which ids exist.
create function private.mark_distinct() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  missing constant text := 'One of the two contacts does not exist any more.';
  pair constant uuid[] := array[least(new.contact_id, new.other_id), greatest(new.contact_id, new.other_id)];
  one public.crm_contacts;
  other public.crm_contacts;
begin
  if not private.is_manager() then
    return new;
  end if;
  one := private.require_contact(pair[1], missing);
  other := private.require_contact(pair[2], missing);
  new.contact_id := pair[1];
  new.other_id := pair[2];
  new.same_email := coalesce(one.email_key = other.email_key, false);
  new.same_phone := coalesce(one.phone_e164 = other.phone_e164, false);
  new.same_name := private.has_close_name(one, other);
  return new;
end
$$;
create trigger distinct_contacts_mark before insert on public.distinct_contacts
  for each row execute function private.mark_distinct();

create trigger distinct_contacts_record_change after insert on public.distinct_contacts
  for each row execute function private.record_change();
-- Depth 0: not when the marks of a contact go with it.
create trigger distinct_contacts_record_deletion after delete on public.distinct_contacts
  for each row when (pg_trigger_depth() = 0) execute function private.record_change();

-- Removes the marks of contacts that cannot come back any more: their copy was purged or erased.
create function private.forget_distinct() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  gone constant uuid := coalesce(to_jsonb(old) ->> 'id', to_jsonb(old) #>> '{merged,id}')::uuid;
begin
  delete from public.distinct_contacts
  where gone in (contact_id, other_id) and not exists (select from public.crm_contacts where id = gone);
  return null;
end
$$;
create trigger deleted_contacts_forget_distinct after delete on public.deleted_contacts
  for each row execute function private.forget_distinct();
create trigger contact_merge_records_forget_distinct after delete on private.contact_merge_records
  for each row execute function private.forget_distinct();

-- As before, without what staff marked as not the same: a pair comes back for what the two did not have in common then.
create or replace function private.duplicates_of(contact_id uuid)
  returns table (duplicate_id uuid, same_email boolean, same_phone boolean, same_name boolean)
  language sql stable security definer set search_path = '' set pg_trgm.similarity_threshold = '0.5'
  as $$
    with distinct_from as materialized (
      select case when pair.contact_id = duplicates_of.contact_id then pair.other_id else pair.contact_id end as id,
             bool_or(pair.same_email) as by_email, bool_or(pair.same_phone) as by_phone, bool_or(pair.same_name) as by_name
      from public.distinct_contacts as pair
      where duplicates_of.contact_id in (pair.contact_id, pair.other_id)
      group by 1
    )
    select other.id, coalesce(other.email_key = this.email_key, false), coalesce(other.phone_e164 = this.phone_e164, false),
           private.has_close_name(this, other)
    from public.crm_contacts as this
    cross join lateral (
      (select id from public.crm_contacts
       where email_key = this.email_key and id not in (select id from distinct_from where by_email) limit 20)
      union (select id from public.crm_contacts
             where phone_e164 = this.phone_e164 and id not in (select id from distinct_from where by_phone) limit 20)
      union (select id from public.crm_contacts as named
             where name_key operator(extensions.%) this.name_key and id not in (select id from distinct_from where by_name)
               and private.has_close_name(this, named) limit 20)
    ) as alike
    join public.crm_contacts as other on other.id = alike.id
    where this.id = duplicates_of.contact_id and other.id <> this.id and (select private.is_manager())
    limit 20
  $$;
