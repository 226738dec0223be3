-- Calendars of staff whose busy times nobody can book.

create table public.busy_calendars (
  id uuid constraint busy_calendars_pkey primary key default gen_random_uuid(),
  owner_id uuid not null constraint busy_calendars_owner_id_fkey references public.profiles (id) on delete cascade,
  name text not null constraint busy_calendars_name_check check (length(trim(name)) between 1 and 100),
  created_at timestamptz not null default now(),
  asked_at timestamptz not null,
  read_at timestamptz,
  problem text constraint busy_calendars_problem_check check (length(problem) <= 500),
  time_count integer not null default 0 constraint busy_calendars_time_count_check check (time_count >= 0)
);
create index busy_calendars_owner_id_idx on public.busy_calendars (owner_id);

comment on table public.busy_calendars is 'Calendars of staff whose busy times nobody can book.';
comment on column public.busy_calendars.id is 'Primary key.';
comment on column public.busy_calendars.owner_id is 'Staff member who added it.';
comment on column public.busy_calendars.name is 'Name staff see.';
comment on column public.busy_calendars.created_at is 'When it was added.';
comment on column public.busy_calendars.asked_at is 'When its address was last asked: no other instance asks for ten minutes.';
comment on column public.busy_calendars.read_at is 'When its address last answered with a calendar, or that nothing has changed.';
comment on column public.busy_calendars.problem is 'Why it could not be read, for staff. The busy times are the last ones read.';
comment on column public.busy_calendars.time_count is 'Number of its rows in busy_times.';

create table private.busy_sources (
  calendar_id uuid constraint busy_sources_pkey primary key
    constraint busy_sources_calendar_id_fkey references public.busy_calendars (id) on delete cascade,
  address text not null constraint busy_sources_address_key unique
    constraint busy_sources_address_check check (length(address) between 1 and 2000),
  etag text constraint busy_sources_etag_check check (length(etag) <= 1000),
  last_modified text constraint busy_sources_last_modified_check check (length(last_modified) <= 100),
  loaded_at timestamptz
);

comment on table private.busy_sources is 'Secret addresses of the calendars. Only the server reads them.';
comment on column private.busy_sources.calendar_id is 'The calendar.';
comment on column private.busy_sources.address is 'Address of its iCalendar file. Whoever has it can read the calendar.';
comment on column private.busy_sources.etag is 'ETag of the last answer.';
comment on column private.busy_sources.last_modified is 'Last-Modified of the last answer.';
comment on column private.busy_sources.loaded_at is 'When its contents were last read, from which the busy times are.';

create table public.busy_times (
  calendar_id uuid not null constraint busy_times_calendar_id_fkey references public.busy_calendars (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  constraint busy_times_pkey primary key (calendar_id, starts_at),
  constraint busy_times_starts_at_ends_at_check check (starts_at < ends_at)
);
create index busy_times_ends_at_idx on public.busy_times (ends_at, starts_at);

comment on table public.busy_times is 'When the calendars of staff are busy. Times of one calendar do not overlap.';
comment on column public.busy_times.calendar_id is 'The calendar.';
comment on column public.busy_times.starts_at is 'Start.';
comment on column public.busy_times.ends_at is 'End.';

alter table public.busy_calendars enable row level security;
grant select, insert, update, delete on public.busy_calendars to service_role;
grant select, delete on public.busy_calendars to authenticated;
create policy busy_calendars_read_as_manager on public.busy_calendars for select to authenticated
  using ((select private.is_manager()));
create policy busy_calendars_delete_own on public.busy_calendars for delete to authenticated
  using ((select private.is_manager()) and (owner_id = (select auth.uid()) or (select private.is_admin())));

alter table private.busy_sources enable row level security;
grant select, insert, update on private.busy_sources to service_role;

alter table public.busy_times enable row level security;
grant select, insert, delete on public.busy_times to service_role;
grant select on public.busy_times to authenticated;
create policy busy_times_read_as_manager on public.busy_times for select to authenticated
  using ((select private.is_manager()));

create function private.delete_busy_calendars() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.busy_calendars where owner_id = new.id;
  return null;
end
$$;
-- Nobody waits for who has left.
create trigger profiles_delete_busy_calendars after update of role on public.profiles
  for each row when (new.role = 'client' and old.role <> 'client') execute function private.delete_busy_calendars();
