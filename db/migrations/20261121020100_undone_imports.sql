-- A batch is found by its row numbers; with this index the planner, which knows nothing yet of a file that has just come in,
-- reads the whole file instead.
drop index public.contact_import_rows_outcome_idx;

-- A contact an import made goes with the undoing of its row. Not the way staff delete one: nobody has to find it among the
-- deleted, and its file may be imported again.

create function private.remove_with_import_row() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  delete from public.crm_contacts where id = new.contact_id;
  return null;
end
$$;
create trigger contact_import_rows_remove_contact after update of outcome on public.contact_import_rows
  for each row when (old.outcome = 'created' and new.outcome = 'removed')
  execute function private.remove_with_import_row();
