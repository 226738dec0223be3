-- How often the public pages are read, as sums per day: nothing about who read them.

create table public.page_views (
  day date not null,
  path text not null constraint page_views_path_check check (length(path) <= 300),
  views integer not null default 1 constraint page_views_views_check check (views > 0),
  constraint page_views_pkey primary key (day, path)
);

comment on table public.page_views is 'How often each public page was shown on each day. Bots and staff are left out.';
comment on column public.page_views.day is 'Day in the time zone of the business.';
comment on column public.page_views.path is 'Path of the page.';
comment on column public.page_views.views is 'How often it was shown.';

alter table public.page_views enable row level security;
grant select, insert, update on public.page_views to service_role;
grant select on public.page_views to authenticated;
create policy page_views_read_as_manager on public.page_views for select to authenticated
  using ((select private.is_manager()));
