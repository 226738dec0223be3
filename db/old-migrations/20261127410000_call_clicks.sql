-- How often visitors clicked the phone number, as sums like the views.

alter table public.page_views
  add column calls integer not null default 0 constraint page_views_calls_check check (calls >= 0),
  drop constraint page_views_views_check;
alter table public.page_views add constraint page_views_views_check check (views >= 0) not valid;

comment on table public.page_views is
  'How often each public page was shown, and the phone number on it clicked, on each day. Bots and staff are left out.';
comment on column public.page_views.calls is 'How often the phone number was clicked on it.';

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
