insert into public.jobs (queue, payload, key, state, run_at) values
  ('texts', '{"logId": "10000000-0000-4000-8000-000000000001"}', 'old-text', 'done', '2024-03-06T10:00:00Z');
insert into public.delivery_events (log_id, provider_id, status) values
  ('10000000-0000-4000-8000-000000000001', 'SM00000000000000000000000000000001', 'delivered');
insert into public.webhook_receipts (key, answer) values ('sms:SM00000000000000000000000000000009', '<Response></Response>');
insert into public.message_templates (id, name, body) values
  ('14000000-0000-4000-8000-000000000001', 'Old greeting', 'Hello {first name}');
insert into private.simulated_texts (provider_id, number, from_phone, body, at) values
  ('SM00000000000000000000000000000009', '+19105550123', true, 'Hi', '2024-03-06T10:00:00Z');
-- Its owner said STOP: no later version may text this number.
insert into public.consent_events (id, phone_e164, action, method, occurred_at) values
  ('0f000000-0000-4000-8000-000000000002', '+442079460958', 'revoke', 'keyword', '2024-03-06T10:00:00Z');
