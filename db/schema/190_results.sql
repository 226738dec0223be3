-- What the site achieves: page views, the origin of contacts, the figures of Results, and requests for reviews.

-- Sums per day: nothing about who reads the pages.
create table public.page_views (
  day date not null,
  path text not null constraint page_views_path_check check (length(path) <= 300),
  views integer not null default 1 constraint page_views_views_check check (views >= 0),
  calls integer not null default 0 constraint page_views_calls_check check (calls >= 0),
  constraint page_views_pkey primary key (day, path)
);

comment on table public.page_views is
  'How often each public page was shown, and the phone number on it clicked, on each day. Bots and staff are left out.';
comment on column public.page_views.day is 'Day in the time zone of the business.';
comment on column public.page_views.path is 'Path of the page.';
comment on column public.page_views.views is 'How often it was shown.';
comment on column public.page_views.calls is 'How often the phone number was clicked on it.';

alter table public.page_views enable row level security;
grant select, insert, update on public.page_views to service_role;
grant select on public.page_views to authenticated;
create policy page_views_read_as_manager on public.page_views for select to authenticated
  using ((select private.is_manager()));

-- Sets what led these contacts to us. The first inquiry or booking of each decides.
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

-- The leads of at most 53 weeks from a Monday on: the contacts that came in them, without imports. `owner` is null for everybody,
-- none, or an id. The server reads them, too: it prints the median of the reply times on public pages.
create function private.result_leads(monday date, weeks integer, owner text) returns setof public.crm_contacts
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  zone constant text := (select time_zone from private.reply_rules);
begin
  if not private.is_manager() and auth.role() is distinct from 'service_role' then
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

-- The first inquiry of each of these leads and its first reply. `owner_id` is the person who replied; without a reply, or if its
-- author is unknown, the contact's owner. `owner` filters by that person.
create function private.result_answers(monday date, weeks integer, owner text)
  returns table (contact_id uuid, name text, owner_id uuid, received_at timestamptz, replied_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select answer.* from (
      select distinct on (lead.id) lead.id,
        coalesce(nullif(trim(concat_ws(' ', lead.first_name, lead.last_name)), ''), lead.email, lead.phone),
        coalesce(reply.replied_by, lead.owner_id) as person_id, reply.received_at, reply.replied_at
      from private.result_leads(monday, weeks, null) as lead
      join public.submission_replies as reply on reply.contact_id = lead.id
      order by lead.id, reply.received_at, reply.submission_id) as answer
    where owner is null or person_id is not distinct from nullif(owner, 'none')::uuid
  $$;
grant execute on function private.result_answers(date, integer, text) to authenticated, service_role;

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

-- Figures about the leads of these weeks. `today` is the day where the business is.
create function private.results(monday date, weeks integer, owner text, today date) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    with lead as materialized (
      select owner_id, first_page_key, sent_by_key, campaign_key, prospect_key, customer_key, source,
             ((created_at at time zone (select time_zone from private.reply_rules))::date - monday) / 7 as week
      from private.result_leads(monday, weeks, owner)
    ),
    origin as (
      select dimension, value, count(*) as leads,
             row_number() over (partition by dimension order by count(*) desc, value) as place
      from lead
      cross join lateral (values ('pages', first_page_key), ('sites', sent_by_key), ('campaigns', campaign_key),
                                 ('sources', coalesce(source, 'unknown'))) as said (dimension, value)
      where value is not null
      group by dimension, value
    ),
    person as (
      select owner_id, sum(leads) as leads, sum(prospects) as prospects, sum(customers) as customers, sum(overdue) as overdue
      from (
        select owner_id, 1 as leads, num_nonnulls(prospect_key) as prospects, num_nonnulls(customer_key) as customers, 0 as overdue
        from lead
        union all
        select owner_id, 0, 0, 0, 1 from public.crm_contacts
        where next_step_on < today and (owner is null or owner_id is not distinct from nullif(owner, 'none')::uuid)) as each
      group by owner_id
    )
    select jsonb_build_object(
      'leads', (select count(*) from lead),
      'before', (select count(*) from private.result_leads(monday - 7 * weeks, weeks, owner)),
      'prospects', (select count(prospect_key) from lead),
      'customers', (select count(customer_key) from lead),
      'held', (select count(*) from private.result_meetings(monday, weeks, owner) where status = 'held'),
      'no_shows', (select count(*) from private.result_meetings(monday, weeks, owner) where status = 'no_show'),
      'calls', case when owner is null then (
        select coalesce(sum(calls), 0) from public.page_views where day >= monday and day < monday + 7 * weeks) end,
      'weeks', (select jsonb_agg(coalesce(found.leads, 0) order by week)
                from generate_series(0, weeks - 1) as week
                left join (select lead.week, count(*) as leads from lead group by lead.week) as found using (week)),
      'origins', (select coalesce(jsonb_agg(jsonb_build_object('dimension', dimension, 'value', value, 'leads', leads)
                    order by dimension, place), '[]') from origin where place <= 100),
      'people', (select coalesce(jsonb_agg(jsonb_build_object('owner', owner_id, 'leads', leads, 'prospects', prospects,
                   'customers', customers, 'overdue', overdue) order by leads desc, owner_id), '[]') from person))
  $$;
grant execute on function private.results(date, integer, text, date) to authenticated;

-- Each customer is asked for a review at most once, all with the same words.
create table public.review_requests (
  id uuid constraint review_requests_pkey primary key default gen_random_uuid(),
  contact_id uuid not null constraint review_requests_contact_id_fkey references public.crm_contacts (id) on delete cascade,
  outcome text not null default 'declined' constraint review_requests_outcome_check check (outcome in ('sent', 'declined')),
  decided_at timestamptz not null default now(),
  decided_by uuid default auth.uid() constraint review_requests_decided_by_fkey references public.profiles (id) on delete set null,
  -- Written by review_requests_mark_repeated alone.
  repeated boolean not null default false
);
create unique index review_requests_contact_id_key on public.review_requests (contact_id) where not repeated;
create index review_requests_contact_id_idx on public.review_requests (contact_id);
create index review_requests_decided_by_idx on public.review_requests (decided_by);

comment on table public.review_requests is 'Contacts who were asked for a review, or for whom staff decided not to ask.';
comment on column public.review_requests.id is 'Primary key.';
comment on column public.review_requests.contact_id is 'The contact.';
comment on column public.review_requests.outcome is 'sent, or declined by staff. Delete a declined one to undo it.';
comment on column public.review_requests.decided_at is 'When.';
comment on column public.review_requests.decided_by is 'Profile that decided. Null once that account is gone.';
comment on column public.review_requests.repeated is 'Whether a merge brought it to a contact that already had one.';

-- A merge moves the rows of both contacts to one, and undoing the merge moves them back.
create function private.mark_repeated_review_request() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.repeated := exists (
    select from public.review_requests where contact_id = new.contact_id and id <> new.id and not repeated);
  return new;
end
$$;
create trigger review_requests_mark_repeated before update of contact_id on public.review_requests
  for each row execute function private.mark_repeated_review_request();

alter table public.review_requests enable row level security;
grant select, insert, delete on public.review_requests to service_role;
grant select, delete on public.review_requests to authenticated;
grant insert (id, contact_id) on public.review_requests to authenticated;
create policy review_requests_read_as_manager on public.review_requests for select to authenticated
  using ((select private.is_manager()));
-- Only the server, which sends the message, writes another outcome.
create policy review_requests_decline_as_manager on public.review_requests for insert to authenticated
  with check ((select private.is_manager()) and decided_by = (select auth.uid()) and outcome = 'declined');
create policy review_requests_undo_as_manager on public.review_requests for delete to authenticated
  using ((select private.is_manager()) and outcome = 'declined');

-- A request is no reply within the conversation they began, so a text needs recorded consent.
create view public.review_offers with (security_invoker = true) as
  select contact.id,
         case when decision.allowed and decision.reason = 'consent' then 'text'
              when contact.email_key is not null
                and not exists (select from public.email_opt_outs where address = contact.email_key) then 'email' end as channel
  from public.crm_contacts as contact
  cross join lateral private.may_text(contact, contact.phone_e164, now()) as decision
  where contact.status = 'customer'
    and not exists (select from public.review_requests as request where request.contact_id = contact.id);

comment on view public.review_offers is 'Customers who were never asked for a review, and how they can be.';
comment on column public.review_offers.id is 'The contact.';
comment on column public.review_offers.channel is 'text or email; null if neither is allowed.';

grant select on public.review_offers to authenticated, service_role;
