insert into public.submission_answers (id, submission_id, answered_by, method) values
  ('13000000-0000-4000-8000-000000000001', '0e000000-0000-4000-8000-000000000001', '0a000000-0000-4000-8000-000000000002', 'call');
update public.notifications set submission_id = '0e000000-0000-4000-8000-000000000001';
insert into private.deleted_notifications (id, copy) values
  ('11000000-0000-4000-8000-000000000002', '{"id": "11000000-0000-4000-8000-000000000002", "title": "Gone", "message": "x"}');
