-- What Results counts, kept with the contact so that the contact list can open the people behind each number: what led to the
-- first inquiry, and when somebody became a prospect or a customer.

alter table public.crm_contacts
  add column first_page_key text,
  add column sent_by_key text,
  add column campaign_key text,
  add column prospect_key timestamptz constraint crm_contacts_prospect_key_check check (isfinite(prospect_key)),
  add column customer_key timestamptz constraint crm_contacts_customer_key_check check (isfinite(customer_key));
alter table public.meetings
  add column first_page text constraint meetings_first_page_check check (length(first_page) <= 500),
  add column referrer_host text constraint meetings_referrer_host_check check (length(referrer_host) <= 253),
  add column ad_network text constraint meetings_ad_network_check check (length(ad_network) <= 40),
  add column utm_campaign text constraint meetings_utm_campaign_check check (length(utm_campaign) <= 100);
comment on column public.meetings.first_page is 'First page of the visit in which it was booked. Null: not said, or booked by staff.';
comment on column public.meetings.referrer_host is 'Site that led to that page.';
comment on column public.meetings.ad_network is 'Advertising network whose link led to that page.';
comment on column public.meetings.utm_campaign is 'Campaign of that link.';
comment on column public.crm_contacts.first_page_key is 'First page of the visit that led to the first inquiry or booking. Null: not said.';
comment on column public.crm_contacts.sent_by_key is 'Site that led to that page, or none. Null: not said.';
comment on column public.crm_contacts.campaign_key is 'Campaign of the link that led to that page, or none. Null: not said.';
comment on column public.crm_contacts.prospect_key is 'When the contact became a prospect or customer. Null for a lead.';
comment on column public.crm_contacts.customer_key is 'When the contact became a customer. Null for a lead or prospect.';

-- As before: no change of a person by staff keeps a form that is open current.
drop trigger crm_contacts_touch_updated_at on public.crm_contacts;
create trigger crm_contacts_touch_updated_at before update on public.crm_contacts
  for each row when ((new.last_heard_key, new.first_page_key, new.sent_by_key, new.campaign_key)
    is not distinct from (old.last_heard_key, old.first_page_key, old.sent_by_key, old.campaign_key))
  execute function private.touch_updated_at();

create function private.refuse_results() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  raise exception 'columns for Results follow the inquiries and the status and cannot be written' using errcode = '428C9';
end
$$;
create trigger crm_contacts_refuse_results_insert before insert on public.crm_contacts
  for each row when (num_nonnulls(new.first_page_key, new.sent_by_key, new.campaign_key, new.prospect_key, new.customer_key) > 0
                     and current_user in ('authenticated', 'service_role'))
  execute function private.refuse_results();
create trigger crm_contacts_refuse_results_update
  before update of first_page_key, sent_by_key, campaign_key, prospect_key, customer_key on public.crm_contacts
  for each row when ((new.first_page_key, new.sent_by_key, new.campaign_key, new.prospect_key, new.customer_key)
                       is distinct from (old.first_page_key, old.sent_by_key, old.campaign_key, old.prospect_key, old.customer_key)
                     and current_user in ('authenticated', 'service_role'))
  execute function private.refuse_results();

-- A status set back by mistake does not count. Inactive contacts keep what they were. Restored contacts keep their times.
create function private.set_status_times() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.prospect_key := case new.status when 'lead' then null when 'inactive' then new.prospect_key
                        else coalesce(new.prospect_key, now()) end;
  new.customer_key := case new.status when 'customer' then coalesce(new.customer_key, now())
                        when 'inactive' then new.customer_key end;
  return new;
end
$$;
create trigger crm_contacts_set_status_times before insert or update of status on public.crm_contacts
  for each row execute function private.set_status_times();

-- The first inquiry or booking of each of these contacts decides.
create function private.refresh_origins(contacts uuid[]) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform from public.crm_contacts where id = any (contacts) order by id for no key update;
  update public.crm_contacts as contact
  set first_page_key = origin.first_page, sent_by_key = origin.sent_by, campaign_key = origin.campaign
  from (
    select person.id, first_page, coalesce(referrer_host, case when first_page is not null then 'none' end) as sent_by,
           coalesce(utm_campaign, case when first_page is not null then 'none' end) as campaign
    from public.crm_contacts as person
    left join lateral (
      select first_page, referrer_host, utm_campaign
      from (
        select received_at as at, id, first_page, referrer_host, utm_campaign from public.contact_submissions
        where contact_id = person.id
        union all
        select created_at, id, first_page, referrer_host, utm_campaign from public.meetings
        where contact_id = person.id and first_page is not null) as came
      order by at, id limit 1) as first on true
    where person.id = any (contacts)) as origin
  where origin.id = contact.id and (contact.first_page_key, contact.sent_by_key, contact.campaign_key)
    is distinct from (origin.first_page, origin.sent_by, origin.campaign);
end
$$;

create function private.refresh_changed_origins() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  contacts uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct contact_id) into contacts from new_rows;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct contact_id) into contacts from old_rows;
  else
    select array_agg(distinct contact_id) into contacts
    from (select contact_id from new_rows union all select contact_id from old_rows) as changed;
  end if;
  contacts := array_remove(contacts, null);
  if cardinality(contacts) > 0 then
    perform private.refresh_origins(contacts);
  end if;
  return null;
end
$$;
create trigger contact_submissions_refresh_origins_insert after insert on public.contact_submissions
  referencing new table as new_rows for each statement execute function private.refresh_changed_origins();
create trigger contact_submissions_refresh_origins_update after update on public.contact_submissions
  referencing old table as old_rows new table as new_rows for each statement execute function private.refresh_changed_origins();
create trigger contact_submissions_refresh_origins_delete after delete on public.contact_submissions
  referencing old table as old_rows for each statement execute function private.refresh_changed_origins();

create trigger meetings_refresh_origins_insert after insert on public.meetings
  referencing new table as new_rows for each statement execute function private.refresh_changed_origins();
create trigger meetings_refresh_origins_update after update on public.meetings
  referencing old table as old_rows new table as new_rows for each statement execute function private.refresh_changed_origins();
create trigger meetings_refresh_origins_delete after delete on public.meetings
  referencing old table as old_rows for each statement execute function private.refresh_changed_origins();

-- Contacts from before. Their history and time of change stay as they are.
alter table public.crm_contacts disable trigger user;
select private.refresh_origins(array(select contact_id from public.contact_submissions where contact_id is not null));
update public.crm_contacts as contact
set prospect_key = coalesce(least(prospect.at, customer.at), contact.created_at),
    customer_key = case when contact.status = 'customer' then coalesce(customer.at, contact.created_at) end
from public.crm_contacts as each
left join lateral (select max(occurred_at) as at from public.audit_log
  where row_id = each.id and table_name = 'crm_contacts' and changes #>> '{status,new}' = 'prospect') as prospect on true
left join lateral (select max(occurred_at) as at from public.audit_log
  where row_id = each.id and table_name = 'crm_contacts' and changes #>> '{status,new}' = 'customer') as customer on true
where each.id = contact.id and contact.status in ('prospect', 'customer');
alter table public.crm_contacts enable trigger user;

create or replace view public.contact_search with (security_invoker = false) as
  select id, first_name, last_name, email, phone, phone_type, company, status, notes, service_request, text_consent,
         created_at, updated_at, name_key, email_key, company_key, service_request_key, search_key, phone_key,
         owner_id, next_step, next_step_on, source, last_heard_key,
         first_page_key, sent_by_key, campaign_key, prospect_key, customer_key
  from public.crm_contacts
  where (select private.is_manager());
comment on column public.contact_search.first_page_key is 'First page of the visit that led to the first inquiry or booking.';
comment on column public.contact_search.sent_by_key is 'Site that led to that page, or none.';
comment on column public.contact_search.campaign_key is 'Campaign of the link that led to that page, or none.';
comment on column public.contact_search.prospect_key is 'When the contact became a prospect or customer.';
comment on column public.contact_search.customer_key is 'When the contact became a customer.';

create or replace function private.are_contact_filters(filters jsonb) returns boolean
  language sql immutable set search_path = ''
  as $$
    select jsonb_typeof(filters) = 'object' and coalesce((
      select bool_and(jsonb_typeof(value) = 'string' and length(value #>> '{}') between 1 and 200 and case key
        when 'q' then true
        when 'service' then true
        when 'status' then value #>> '{}' in ('lead', 'prospect', 'customer', 'inactive')
        when 'owner' then value #>> '{}' ~ '^(me|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$'
        when 'source' then value #>> '{}' in ('website', 'phone', 'import', 'staff', 'new')
        when 'added' then value #>> '{}' ~ '^(\d{1,3}d|\d{4}-\d\d-\d\d\.\.(\d{4}-\d\d-\d\d)?|\.\.\d{4}-\d\d-\d\d)$'
        when 'page' then true
        when 'sent_by' then true
        when 'campaign' then true
        when 'became' then value #>> '{}' in ('prospect', 'customer')
        when 'due' then value #>> '{}' in ('today', 'week', 'late', 'none')
        when 'quiet' then value #>> '{}' ~ '^\d{1,3}d$'
        when 'texts' then value #>> '{}' = 'ok'
        when 'phone' then value #>> '{}' = 'yes'
        when 'sort' then value #>> '{}' in ('created_at', 'name', 'email', 'company', 'status', 'service_request', 'next_step_on',
                                            'last_heard')
        when 'dir' then value #>> '{}' in ('asc', 'desc')
        else false end)
      from jsonb_each(case jsonb_typeof(filters) when 'object' then filters else '{}' end)), true)
  $$;
comment on column public.contact_views.filters is
  'Filters and order, all as text: q, service, status, owner (me, none or an id), source (new: all but imports), added (30d or 2026-11-01..2026-11-30), page, sent_by, campaign, became (prospect, customer), due (today, week, late, none), quiet (30d), texts (ok), phone (yes), sort, dir.';

-- The leads of at most 53 weeks from a Monday on: the contacts that came in them, without imports. `owner` is null for everybody,
-- none, or an id.
create function private.result_leads(monday date, weeks integer, owner text) returns setof public.crm_contacts
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  zone constant text := (select time_zone from private.reply_rules);
begin
  if not private.is_manager() then
    raise exception 'Only managers and admins see the results.' using errcode = '42501';
  end if;
  if weeks not between 1 and 53 or extract(isodow from monday) <> 1 then
    raise exception 'The period must begin on a Monday and have 1 to 53 weeks.' using errcode = '22023';
  end if;
  return query select * from public.crm_contacts as contact
    where created_at >= monday::timestamp at time zone zone
      and created_at < (monday + 7 * weeks)::timestamp at time zone zone
      and source is distinct from 'import'
      and (owner is null or owner_id is not distinct from nullif(owner, 'none')::uuid);
end
$$;

-- The first inquiry of each of these leads and its first reply.
create function private.result_answers(monday date, weeks integer, owner text)
  returns table (contact_id uuid, name text, owner_id uuid, received_at timestamptz, replied_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select distinct on (lead.id) lead.id, coalesce(nullif(trim(concat_ws(' ', lead.first_name, lead.last_name)), ''), lead.email, lead.phone),
      lead.owner_id, reply.received_at, reply.replied_at
    from private.result_leads(monday, weeks, owner) as lead
    join public.submission_replies as reply on reply.contact_id = lead.id
    order by lead.id, reply.received_at, reply.submission_id
  $$;
grant execute on function private.result_answers(date, integer, text) to authenticated;

-- The meetings that began in these weeks, with people of this owner.
create function private.result_meetings(monday date, weeks integer, owner text)
  returns table (contact_id uuid, name text, starts_at timestamptz, status text)
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  zone constant text := (select time_zone from private.reply_rules);
begin
  if not private.is_manager() then
    raise exception 'Only managers and admins see the results.' using errcode = '42501';
  end if;
  return query select meeting.contact_id, meeting.name, meeting.starts_at, meeting.status
    from public.meetings as meeting
    left join public.crm_contacts as contact on contact.id = meeting.contact_id
    where meeting.starts_at >= monday::timestamp at time zone zone
      and meeting.starts_at < (monday + 7 * weeks)::timestamp at time zone zone
      and (owner is null or contact.owner_id is not distinct from nullif(owner, 'none')::uuid);
end
$$;
grant execute on function private.result_meetings(date, integer, text) to authenticated;
