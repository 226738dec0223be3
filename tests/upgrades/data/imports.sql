insert into public.contact_imports (id, created_by, file_name, encoding, delimiter, columns, row_count, state, summary, heartbeat_at, finished_at) values
  ('19000000-0000-4000-8000-000000000001', '0a000000-0000-4000-8000-000000000002', 'people.csv', 'utf-8', ',', '["Name"]', 1, 'imported', '{"created": 1}', '2024-03-07T10:00:00Z', '2024-03-07T10:00:00Z');
insert into public.contact_import_rows (import_id, row_number, cells, fields, outcome, contact_id) values
  ('19000000-0000-4000-8000-000000000001', 2, '["Ørjan"]', '{"first_name": "Ørjan"}', 'skipped', '0d000000-0000-4000-8000-000000000001');
