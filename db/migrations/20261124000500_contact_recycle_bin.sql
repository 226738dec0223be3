-- Deleted contacts that can still be restored, with who deleted them. Managers restore one by setting
-- deleted_contacts.restored.

create view public.contact_recycle_bin with (security_invoker = true) as
  select deleted.id, contact ->> 'first_name' as first_name, contact ->> 'last_name' as last_name,
         contact ->> 'email' as email, contact ->> 'phone' as phone, deleted_at, deleted_by,
         coalesce(nullif(concat_ws(' ', nullif(staff.first_name, ''), nullif(staff.last_name, '')), ''), staff.email)
           as deleted_by_name,
         -- The job purge-deleted-contacts runs on this day; shared/stored-data.ts says how many days contacts are kept.
         ((deleted_at + interval '30 days') at time zone 'America/New_York')::date as purge_on
  from public.deleted_contacts as deleted
  left join public.profiles as staff on staff.id = deleted.deleted_by;
revoke all on public.contact_recycle_bin from anon, authenticated, service_role;
grant select on public.contact_recycle_bin to authenticated;
