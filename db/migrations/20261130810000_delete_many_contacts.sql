-- Deleting 10,000 contacts at once, which staff may do, took longer than a statement may: for each contact, nine statements were
-- planned anew.

-- As before, the rows that depend on a contact, as [{ relation, link, ids or rows }] with whole rows if they are deleted with it. One
-- statement that keeps its plan. It names every foreign key of private.contact_links: contact-bulk.test.ts compares both.
create or replace function private.hanging_on(contact_id uuid) returns jsonb
  language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan'
  as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('relation', relation, 'link', 'contact_id', part, dependents)), '[]')
    from (values
      ('private.unsent_files', 'rows',
        (select jsonb_agg(to_jsonb(child)) from private.unsent_files as child where child.contact_id = $1)),
      ('public.communication_logs', 'ids',
        (select jsonb_agg(child.id) from public.communication_logs as child where child.contact_id = $1)),
      ('public.consent_events', 'ids',
        (select jsonb_agg(child.id) from public.consent_events as child where child.contact_id = $1)),
      ('public.contact_notes', 'rows',
        (select jsonb_agg(to_jsonb(child)) from public.contact_notes as child where child.contact_id = $1)),
      ('public.contact_submissions', 'ids',
        (select jsonb_agg(child.id) from public.contact_submissions as child where child.contact_id = $1)),
      ('public.meetings', 'ids',
        (select jsonb_agg(child.id) from public.meetings as child where child.contact_id = $1)),
      ('public.notifications', 'ids',
        (select jsonb_agg(child.id) from public.notifications as child where child.contact_id = $1)),
      ('public.reply_marks', 'rows',
        (select jsonb_agg(to_jsonb(child)) from public.reply_marks as child where child.contact_id = $1)),
      ('public.review_requests', 'rows',
        (select jsonb_agg(to_jsonb(child)) from public.review_requests as child where child.contact_id = $1))
    ) as each (relation, part, dependents)
    where dependents is not null);
end
$$;

-- Restores what private.hanging_on returned for several contacts, as [{ id, hanging }]. Only links that point to `instead` are
-- changed back: staff may have changed others since.
create function private.hang_on_all(restored jsonb, instead uuid) returns void
  language plpgsql set search_path = ''
  as $$
declare
  dependent record;
begin
  for dependent in
    select part ->> 'relation' as relation, part ->> 'link' as link, jsonb_agg(each order by place) as rows
    from jsonb_array_elements(restored) with ordinality as contacts (contact, place),
      jsonb_array_elements(contact -> 'hanging') as parts (part), jsonb_array_elements(part -> 'rows') as child (each)
    group by 1, 2 order by 1, 2
  loop
    perform private.put_back(dependent.relation, dependent.rows);
  end loop;
  for dependent in
    select part ->> 'relation' as relation, part ->> 'link' as link,
      array_agg(each::uuid) as ids, array_agg((contact ->> 'id')::uuid) as contacts
    from jsonb_array_elements(restored) as contacts (contact), jsonb_array_elements(contact -> 'hanging') as parts (part),
      jsonb_array_elements_text(part -> 'ids') as child (each)
    group by 1, 2 order by 1, 2
  loop
    execute format('update %1$s as child set %2$I = former.contact from unnest($1, $2) as former (id, contact)
                    where child.id = former.id and child.%2$I is not distinct from $3', dependent.relation, dependent.link)
    using dependent.ids, dependent.contacts, instead;
  end loop;
end
$$;

create or replace function private.hang_on(contact_id uuid, hanging jsonb, instead uuid) returns void
  language sql set search_path = ''
  as $$
    select private.hang_on_all(jsonb_build_array(jsonb_build_object('id', contact_id, 'hanging', hanging)), instead)
  $$;

-- As before, for all contacts of a statement at once.
create or replace function private.restore_deleted_contact() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  ids constant uuid[] := array(select id from new_rows where restored);
begin
  if ids = '{}' then
    return null;
  end if;
  perform private.put_back('public.crm_contacts', (select jsonb_agg(contact) from new_rows where restored));
  perform private.hang_on_all(
    (select jsonb_agg(jsonb_build_object('id', id, 'hanging', hanging)) from new_rows where restored), null);
  -- The number may have opted out since.
  update public.crm_contacts set text_consent = false
  where id = any (ids) and text_consent and not private.agreement_stands(id, phone_e164);
  delete from public.deleted_contacts where id = any (ids);
  return null;
end
$$;
drop trigger deleted_contacts_restore on public.deleted_contacts;
-- No transition table with a list of columns: staff may update no other column.
create trigger deleted_contacts_restore after update on public.deleted_contacts
  referencing new table as new_rows for each statement execute function private.restore_deleted_contact();
