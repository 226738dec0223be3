-- Saved views of the contact list: filters with a name, private or shared.

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
        when 'due' then value #>> '{}' in ('today', 'week', 'none')
        when 'sort' then value #>> '{}' in ('created_at', 'name', 'email', 'company', 'status', 'service_request', 'next_step_on')
        when 'dir' then value #>> '{}' in ('asc', 'desc')
        else false end)
      from jsonb_each(case jsonb_typeof(filters) when 'object' then filters else '{}' end)), true)
  $$;
grant execute on function private.are_contact_filters(jsonb) to authenticated, service_role;

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
  'Filters and order, all as text: q, service, status, owner (me, none or an id), due (today, week, none), sort, dir.';
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
do $$
begin
  -- In a hosted project, the publication sends the changes.
  if to_regprocedure('realtime.enable(regclass)') is not null then
    execute $run$select realtime.enable('public.contact_views')$run$;
  elsif exists (select from pg_publication where pubname = 'supabase_realtime') then
    execute 'alter publication supabase_realtime add table public.contact_views';
  end if;
end
$$;
