-- Who changed what. Written by triggers, read by admins, changed by nobody. The triggers' arguments name columns whose
-- values are too large to keep: that they changed is recorded, what they said is not.

create table public.audit_log (
  id bigint generated always as identity constraint audit_log_pkey primary key,
  occurred_at timestamptz not null default now(),
  actor uuid,
  actor_role text not null,
  action text not null constraint audit_log_action_check check (action in ('insert', 'update', 'delete')),
  table_name text not null,
  row_id uuid not null,
  -- { column: { "old": …, "new": … } } for the columns that changed.
  changes jsonb not null
);
create index audit_log_row_id_idx on public.audit_log (row_id, occurred_at desc);
create index audit_log_occurred_at_idx on public.audit_log (occurred_at desc);
create index audit_log_actor_idx on public.audit_log (actor, occurred_at desc);

create function private.record_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  before constant jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  after constant jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  changed jsonb;
begin
  select coalesce(jsonb_object_agg(key, case
           when key = any (tg_argv) then '{}'
           else jsonb_build_object('old', before -> key, 'new', after -> key)
         end), '{}')
  into changed
  from jsonb_object_keys(before || after) as key
  where before -> key is distinct from after -> key and key not in ('created_at', 'updated_at') and key not like '%\_key';

  if changed <> '{}' then
    insert into public.audit_log (actor, actor_role, action, table_name, row_id, changes)
    values (auth.uid(), coalesce(auth.role(), session_user), lower(tg_op), tg_table_name,
            (coalesce(after ->> 'id', before ->> 'id'))::uuid, changed);
  end if;
  return null;
end
$$;
create trigger profiles_record_change after insert or update or delete on public.profiles
  for each row execute function private.record_change();

alter table public.audit_log enable row level security;
revoke all on public.audit_log from anon, authenticated, service_role;
grant select, insert on public.audit_log to service_role;
grant select on public.audit_log to authenticated;

create policy audit_log_read_as_admin on public.audit_log for select to authenticated
  using ((select private.is_admin()));
