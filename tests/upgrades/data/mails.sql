insert into private.outgoing_mails (id, kind, message, expires_at) values
  ('1a000000-0000-4000-8000-000000000001', 'lead', '{"to": "leads@old.example", "subject": "New lead", "text": "x"}', '2030-01-01T00:00:00Z');
