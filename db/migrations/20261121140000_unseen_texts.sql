-- Texts nobody has looked at yet. Staff share them, as they share the inbox: what one of them has seen is seen.

alter table public.communication_logs add column seen boolean not null default true;
create index communication_logs_unseen_idx on public.communication_logs (contact_id) where not seen;

grant update (seen) on public.communication_logs to authenticated;
create policy communication_logs_mark_as_manager on public.communication_logs for update to authenticated
  using ((select private.is_manager())) with check ((select private.is_manager()));

-- The conversations with something new in them.
create view public.unseen_texts with (security_invoker = true) as
  select contact_id, count(*)::integer as texts, max(created_at) as newest_at
  from public.communication_logs
  where not seen and contact_id is not null
  group by contact_id;

revoke all on public.unseen_texts from anon, authenticated, service_role;
grant select on public.unseen_texts to authenticated, service_role;
