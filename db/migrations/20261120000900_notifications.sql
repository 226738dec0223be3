-- The inbox of the staff.

create table public.notifications (
  id uuid constraint notifications_pkey primary key default gen_random_uuid(),
  title text not null constraint notifications_title_check check (length(title) between 1 and 300),
  message text not null constraint notifications_message_check check (length(message) <= 10000),
  read boolean not null default false,
  created_at timestamptz not null default now(),
  contact_id uuid constraint notifications_contact_id_fkey references public.crm_contacts (id) on delete set null
);
create index notifications_created_at_idx on public.notifications (created_at desc, id);
create index notifications_unread_idx on public.notifications (created_at desc) where not read;
create index notifications_contact_id_idx on public.notifications (contact_id);

alter table public.notifications enable row level security;
revoke all on public.notifications from anon, authenticated, service_role;
grant select, insert, update, delete on public.notifications to service_role;
grant select, delete on public.notifications to authenticated;
grant update (read) on public.notifications to authenticated;

create policy notifications_read_as_manager on public.notifications for select to authenticated
  using ((select private.is_manager()));
create policy notifications_mark_as_manager on public.notifications for update to authenticated
  using ((select private.is_manager())) with check ((select private.is_manager()));
create policy notifications_delete_as_manager on public.notifications for delete to authenticated
  using ((select private.is_manager()));
