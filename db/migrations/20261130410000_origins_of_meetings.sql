-- A meeting without a first page says nothing about where its contact came from, so that nothing has to be computed again.
create or replace function private.refresh_changed_origins() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  every constant boolean := tg_table_name <> 'meetings';
  contacts uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct contact_id) into contacts from new_rows where every or first_page is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct contact_id) into contacts from old_rows where every or first_page is not null;
  else
    select array_agg(distinct contact_id) into contacts
    from (select contact_id, first_page from new_rows union all select contact_id, first_page from old_rows) as changed
    where every or first_page is not null;
  end if;
  contacts := array_remove(contacts, null);
  if cardinality(contacts) > 0 then
    perform private.refresh_origins(contacts);
  end if;
  return null;
end
$$;
