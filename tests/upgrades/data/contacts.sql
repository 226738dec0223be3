insert into public.contact_notes (id, contact_id, author_id, body) values
  ('16000000-0000-4000-8000-000000000001', '0d000000-0000-4000-8000-000000000001', '0a000000-0000-4000-8000-000000000002', 'Met at the pier.');
-- A contact deleted by a person, and two merged into one, as the screens of that version did it.
insert into public.crm_contacts (id, first_name, email, phone) values
  ('0d000000-0000-4000-8000-000000000004', 'Deleted', 'deleted@old.example', null),
  ('0d000000-0000-4000-8000-000000000005', 'Kept', 'kept@old.example', '(910) 555-0177'),
  ('0d000000-0000-4000-8000-000000000006', 'Merged', 'merged@old.example', '(910) 555-0178');
delete from public.crm_contacts where id = '0d000000-0000-4000-8000-000000000004';
insert into public.contact_merges (id, kept_id, merged_id, merged_by) values
  ('17000000-0000-4000-8000-000000000001', '0d000000-0000-4000-8000-000000000005', '0d000000-0000-4000-8000-000000000006', '0a000000-0000-4000-8000-000000000002');
