-- The list of contacts: saved views, how many there are of each kind, and a search that forgives.

-- Returns whether a value holds only filters of the contact list, under the names its address uses.
create function private.are_contact_filters(filters jsonb) returns boolean
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
grant execute on function private.are_contact_filters(jsonb) to authenticated, service_role;

-- Filters with a name, private or shared.
create table public.contact_views (
  id uuid constraint contact_views_pkey primary key default gen_random_uuid(),
  owner_id uuid default auth.uid() constraint contact_views_owner_id_fkey references public.profiles (id) on delete set null,
  name text not null constraint contact_views_name_check check (length(trim(name)) between 1 and 100),
  shared boolean not null default false,
  filters jsonb not null default '{}' constraint contact_views_filters_check check (private.are_contact_filters(filters)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index contact_views_owner_id_idx on public.contact_views (owner_id);

comment on table public.contact_views is 'Saved views of the contact list.';
comment on column public.contact_views.id is 'Primary key.';
comment on column public.contact_views.owner_id is 'Profile that saved it. Null once that account is gone.';
comment on column public.contact_views.name is 'Name in the list of views.';
comment on column public.contact_views.shared is 'Whether all staff see it.';
comment on column public.contact_views.filters is
  'Filters and order, all as text: q, service, status, owner (me, none or an id), source (new: all but imports), added (30d or 2026-11-01..2026-11-30), page, sent_by, campaign, became (prospect, customer), due (today, week, late, none), quiet (30d), texts (ok), phone (yes), sort, dir.';
comment on column public.contact_views.created_at is 'When the row was created.';
comment on column public.contact_views.updated_at is 'When the row was last changed.';

create trigger contact_views_touch_updated_at before update on public.contact_views
  for each row execute function private.touch_updated_at();

-- A view that was not shared goes with its owner.
create function private.drop_unseen_view() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.contact_views where id = new.id;
  return null;
end
$$;
create trigger contact_views_drop_unseen after update of owner_id on public.contact_views
  for each row when (new.owner_id is null and not new.shared) execute function private.drop_unseen_view();

alter table public.contact_views enable row level security;
grant select, insert, update, delete on public.contact_views to service_role;
grant select, delete on public.contact_views to authenticated;
-- The browser chooses the id, so that a retry after a lost response does not save a second view.
grant insert (id, name, shared, filters), update (name, shared, filters) on public.contact_views to authenticated;
create policy contact_views_read_own_or_shared on public.contact_views for select to authenticated
  using ((select private.is_manager()) and (shared or owner_id = (select auth.uid())));
create policy contact_views_insert_own on public.contact_views for insert to authenticated
  with check ((select private.is_manager()) and owner_id = (select auth.uid()));
create policy contact_views_update_own_or_shared on public.contact_views for update to authenticated
  using ((select private.is_manager()) and (owner_id = (select auth.uid()) or (shared and (select private.is_admin()))))
  with check ((select private.is_manager()) and (owner_id = (select auth.uid()) or (shared and (select private.is_admin()))));
create policy contact_views_delete_own_or_shared on public.contact_views for delete to authenticated
  using ((select private.is_manager()) and (owner_id = (select auth.uid()) or (shared and (select private.is_admin()))));
select private.enable_realtime('public.contact_views');

-- Saved views for a start. Nobody owns them, so admins may change and delete them.
insert into public.contact_views (name, shared, filters, created_at)
select name, true, filters::jsonb, now() + place * interval '1 millisecond'
from (values
  (1, 'Open leads', '{"status": "lead"}'),
  (2, 'My people', '{"owner": "me"}'),
  (3, 'No owner', '{"owner": "none"}'),
  (4, 'No next step', '{"due": "none"}'),
  (5, 'Customers', '{"status": "customer"}'),
  (6, 'Quiet for 30 days', '{"quiet": "30d"}'),
  (7, 'Agreed to texts', '{"texts": "ok"}')) as first (place, name, filters);

-- How many contacts there are of each kind, kept so that the dashboard's totals do not count 100,000 rows each time.
-- Every change adds entries, so that writers do not wait for each other; the sum of a kind's entries is its count. Each transaction
-- sees exactly the entries of the contacts it sees.
create table private.contact_counts (
  entry bigint generated always as identity constraint contact_counts_pkey primary key,
  status text not null,
  source text,
  owner_id uuid,
  text_consent boolean not null,
  -- Negative in an entry for contacts that left.
  rows bigint not null
);

comment on table private.contact_counts is 'Numbers of contacts by status, source, owner and consent. Written by triggers of crm_contacts alone.';
comment on column private.contact_counts.entry is 'Primary key.';
comment on column private.contact_counts.status is 'As in crm_contacts, like the next three.';
comment on column private.contact_counts.source is 'As in crm_contacts.';
comment on column private.contact_counts.owner_id is 'As in crm_contacts.';
comment on column private.contact_counts.text_consent is 'As in crm_contacts.';
comment on column private.contact_counts.rows is 'To add up.';

-- The condition of crm_contacts_read_as_manager: who sees all contacts sees all counts.
alter table private.contact_counts enable row level security;
grant select on private.contact_counts to authenticated, service_role;
create policy contact_counts_read_as_manager on private.contact_counts for select to authenticated
  using ((select private.is_manager()));

create function private.count_changed_contacts() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  added integer;
  last_entry bigint;
begin
  if tg_op = 'TRUNCATE' then
    delete from private.contact_counts;
    return null;
  elsif tg_op = 'INSERT' then
    with entries as (
      insert into private.contact_counts (status, source, owner_id, text_consent, rows)
      select status, source, owner_id, text_consent, count(*) from new_rows group by 1, 2, 3, 4 returning entry)
    select count(*), max(entry) into added, last_entry from entries;
  elsif tg_op = 'DELETE' then
    with entries as (
      insert into private.contact_counts (status, source, owner_id, text_consent, rows)
      select status, source, owner_id, text_consent, -count(*) from old_rows group by 1, 2, 3, 4 returning entry)
    select count(*), max(entry) into added, last_entry from entries;
  else
    with entries as (
      insert into private.contact_counts (status, source, owner_id, text_consent, rows)
      select status, source, owner_id, text_consent, sum(rows)
      from (select status, source, owner_id, text_consent, 1 as rows from new_rows
            union all select status, source, owner_id, text_consent, -1 from old_rows) as changed
      group by 1, 2, 3, 4 having sum(rows) <> 0 returning entry)
    select count(*), max(entry) into added, last_entry from entries;
  end if;
  -- At every 64th entry.
  if added > 0 and (last_entry - added) / 64 < last_entry / 64 then
    perform private.fold_contact_counts();
  end if;
  return null;
end
$$;

-- Replaces a kind's entries by their sum. Skips entries that another transaction folds, so that no change waits for another.
create function private.fold_contact_counts() returns void
  language sql volatile security definer set search_path = ''
  as $$
    with folded as (
      delete from private.contact_counts
      where entry in (
        select entry from private.contact_counts
        where entry in (select entry from (
          select entry, count(*) over (partition by status, source, owner_id, text_consent) as entries
          from private.contact_counts) as counted where entries > 1)
        for update skip locked)
      returning status, source, owner_id, text_consent, rows)
    insert into private.contact_counts (status, source, owner_id, text_consent, rows)
    select status, source, owner_id, text_consent, sum(rows) from folded group by 1, 2, 3, 4 having sum(rows) <> 0
  $$;

-- Counts all contacts again: after rows were written without triggers.
create function private.recount_contacts() returns void
  language sql volatile security definer set search_path = ''
  as $$
    delete from private.contact_counts;
    insert into private.contact_counts (status, source, owner_id, text_consent, rows)
    select status, source, owner_id, text_consent, count(*) from public.crm_contacts group by 1, 2, 3, 4
  $$;
grant execute on function private.recount_contacts() to service_role;

create trigger crm_contacts_count_insert after insert on public.crm_contacts
  referencing new table as new_rows for each statement execute function private.count_changed_contacts();
create trigger crm_contacts_count_update after update on public.crm_contacts
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_changed_contacts();
create trigger crm_contacts_count_delete after delete on public.crm_contacts
  referencing old table as old_rows for each statement execute function private.count_changed_contacts();
create trigger crm_contacts_count_truncate after truncate on public.crm_contacts
  for each statement execute function private.count_changed_contacts();

-- A query for texts with all of these words or words that begin with them. Short words only as they are: too many others begin
-- with them. Null if there are no longer ones.
create function private.to_word_query(words text[]) returns tsquery
  language sql immutable set search_path = ''
  as $$
    select case when max(letters) >= 3 then string_agg(parsed || case when letters < 3 then '' else ':*' end, ' & ')::tsquery end
    from unnest(words) as word, cast(plainto_tsquery('simple', word) as text) as parsed, length(translate(parsed, ''' &', '')) as letters
    where letters > 0
  $$;

-- Contacts that match a search without containing it literally: 1 contains all of its words, 2 has them in a note or a
-- message. If no contact matches at all, near spellings from 3 on, the nearest first. `patterns` are LIKE patterns, of the search
-- and then of its words; `digits` are those for phone numbers, empty where there is none. Returns nothing to others than managers.
create function private.find_similar_contacts(patterns text[], digits text[], words text[]) returns table (id uuid, rank real)
  language plpgsql stable security definer set search_path = '' set pg_trgm.word_similarity_threshold = '0.4'
  as $$
declare
  -- One condition for each pattern: PostgreSQL uses no index for "like all (…)", nor for an expression that may be null.
  conditions constant text[] := array(
    select format(case digits[place] when '' then 'search_key like %L' else '(search_key like %L or phone_key like %L)' end,
                  pattern, digits[place])
    from unnest(patterns) with ordinality as each (pattern, place) order by place);
  near constant text[] := array(
    select format(case when length(word) < 4 then 'search_key like %1$L' else 'search_key operator(extensions.%%>) %2$L' end,
                  patterns[place + 1], word)
    from unnest(words) with ordinality as each (word, place) order by place);
  found_any boolean;
begin
  if not private.is_manager() then
    return;
  end if;
  -- Planned for each search: how many rows have a word depends on the word.
  return query execute format($run$
    select contact.id, min(matching.rank)::real
    from (select id, 1 as rank from public.crm_contacts where %2$s
          union all select id, 2 from public.crm_contacts where notes is not null and to_tsvector('simple', notes) @@ $1
          union all select contact_id, 2 from public.contact_notes where deleted_at is null and to_tsvector('simple', body) @@ $1
          union all select contact_id, 2 from public.communication_logs
            where contact_id is not null and message is not null and to_tsvector('simple', message) @@ $1
          union all select contact_id, 2 from public.contact_submissions
            where contact_id is not null and to_tsvector('simple', message) @@ $1) as matching
    join public.crm_contacts as contact on contact.id = matching.id
    where not coalesce(%1$s, false)
    group by contact.id $run$,
    conditions[1], case cardinality(words) when 1 then 'false' else array_to_string(conditions[2:], ' and ') end)
  using private.to_word_query(words);
  if found then
    return;
  end if;
  execute 'select exists (select from public.crm_contacts where ' || conditions[1] || ')' into found_any;
  if not found_any then
    return query execute format($run$
      select id, (4 - extensions.word_similarity(%L, search_key))::real as distance
      from public.crm_contacts where %s order by distance, id limit 100 $run$,
      array_to_string(words, ' '), array_to_string(near, ' and '));
  end if;
end
$$;
grant execute on function private.find_similar_contacts(text[], text[], text[]) to authenticated;

-- The newest notes, messages and inquiries of contacts with these words: up to `amount` of each, with the words around a match.
-- `id` is that of contact_timeline. A common word is found among the newest rows, read in their order; a rare one by the index of
-- words, which gives rows in no order: of a word that became rare, up to 5,000 are sorted. Returns nothing to others than managers.
create function private.search_messages(words text[], amount integer)
  returns table (id text, contact_id uuid, kind text, occurred_at timestamptz, excerpt text)
  language plpgsql stable security definer set search_path = ''
  -- A scan of a whole table would look cheap for a word of many rows, and read a million of them for one that became rare.
  set enable_seqscan = off
  as $$
declare
  wanted constant tsquery := private.to_word_query(words);
  source record;
  recent text;
  condition text;
  is_common boolean;
begin
  if wanted is null or not private.is_manager() then
    return;
  end if;
  for source in
    select * from (values
      ('communication_logs', '''log ''', 'type', 'created_at', 'message', 'message is not null and contact_id is not null'),
      ('contact_notes', '''note ''', '''note''', 'created_at', 'body', 'deleted_at is null'),
      ('contact_submissions', '''submission ''', '''submission''', 'received_at', 'message', 'contact_id is not null')
    ) as each (name, prefix, kind, at, words, condition)
  loop
    recent := format('(select * from public.%I order by %I desc limit 1000)', source.name, source.at);
    condition := format('%s and to_tsvector(''simple'', %s) @@ $1', source.condition, source.words);
    execute format('select count(*) >= $2 from (select from %s as newest where %s limit $2) as matching', recent, condition)
    into is_common using wanted, amount;
    return query execute format($run$
      select %1$s || id, contact_id, %2$s, %3$s,
             case when length(%4$s) <= 120 then %4$s
                  else ts_headline('simple', %4$s, $1, 'StartSel="", StopSel="", MaxFragments=1, MaxWords=16, MinWords=8') end
      from (select * from (select * from %5$s as entry where %6$s limit 5000) as matching order by %3$s desc limit $2) as newest $run$,
      source.prefix, source.kind, source.at, source.words,
      case when is_common then recent else 'public.' || source.name end, condition)
    using wanted, amount;
  end loop;
end
$$;
grant execute on function private.search_messages(text[], integer) to authenticated;
