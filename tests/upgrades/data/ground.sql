-- The first version: accounts, people, a message and what came of it. Everybody's password is "a long enough secret".
set local role supabase_auth_admin;
insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_user_meta_data, created_at) values
  ('0a000000-0000-4000-8000-000000000001', 'ada@old.example', '$argon2id$v=19$m=19456,t=2,p=1$xADODNp77WGHXj3t7Ahq2Q$PKDBztEwFv6nf4tS0v2QPTJgyrA1iOp6WY1SboVBeZo', '2024-03-01T10:00:00Z', '{"first_name": "Ada"}', '2024-03-01T10:00:00Z'),
  ('0a000000-0000-4000-8000-000000000002', 'max@old.example', '$argon2id$v=19$m=19456,t=2,p=1$xADODNp77WGHXj3t7Ahq2Q$PKDBztEwFv6nf4tS0v2QPTJgyrA1iOp6WY1SboVBeZo', '2024-03-02T10:00:00Z', '{}', '2024-03-02T10:00:00Z'),
  ('0a000000-0000-4000-8000-000000000003', 'cleo@old.example', '$argon2id$v=19$m=19456,t=2,p=1$xADODNp77WGHXj3t7Ahq2Q$PKDBztEwFv6nf4tS0v2QPTJgyrA1iOp6WY1SboVBeZo', '2024-03-03T10:00:00Z', '{}', '2024-03-03T10:00:00Z');
insert into auth.sessions (id, user_id, created_at, refreshed_at, not_after, user_agent, ip) values
  ('0b000000-0000-4000-8000-000000000001', '0a000000-0000-4000-8000-000000000001', '2024-03-01T10:00:00Z', '2024-03-01T10:00:00Z', '2024-03-31T10:00:00Z', 'Firefox', '192.0.2.7');
reset role;

set local role service_role;
insert into public.profiles (id, email, role, first_name, last_name) values
  ('0a000000-0000-4000-8000-000000000001', 'ada@old.example', 'admin', 'Ada', 'Øre'),
  ('0a000000-0000-4000-8000-000000000002', 'max@old.example', 'manager', 'Max', null),
  ('0a000000-0000-4000-8000-000000000003', 'cleo@old.example', 'client', null, null);
insert into public.blog_posts (id, title, slug, content, excerpt, published, author_id, featured_image, created_at) values
  ('0c000000-0000-4000-8000-000000000001', 'Tides & Tables', 'web-development-tides-and-tables', e'# Tides\n\nText.', 'Short.', true, '0a000000-0000-4000-8000-000000000001', 'https://images.example/a.jpg', '2024-03-04T10:00:00Z'),
  ('0c000000-0000-4000-8000-000000000002', 'A draft', 'a-draft', '', null, false, '0a000000-0000-4000-8000-000000000001', null, '2024-03-05T10:00:00Z');
update public.blog_posts set slug = 'web-development-tides' where id = '0c000000-0000-4000-8000-000000000001';
insert into public.crm_contacts (id, first_name, last_name, email, phone, company, status, notes, service_request, text_consent) values
  ('0d000000-0000-4000-8000-000000000001', 'Ørjan', 'Solheim', 'Orjan@Fjord.example', '(910) 555-0123 ext. 4', 'Fjord & Sons', 'customer', e'Calls before noon.\nLikes boats.', 'Local SEO', false),
  ('0d000000-0000-4000-8000-000000000002', 'Nobody', '', null, '+442079460958', null, 'lead', null, null, false),
  ('0d000000-0000-4000-8000-000000000003', '50%_off\', 'Quirk', 'q@quirk.example', 'no number', null, 'inactive', '', '', false);
insert into public.contact_submissions (id, contact_id, name, email, company, service, message, phone, text_consent, page, client_ip, claimed_ip, user_agent, idempotency_key, raw) values
  ('0e000000-0000-4000-8000-000000000001', '0d000000-0000-4000-8000-000000000001', 'Ørjan Solheim', 'Orjan@Fjord.example', 'Fjord & Sons', 'Local SEO', 'Can you help?', '9105550123', true, '/contact', '192.0.2.9', 'unknown', 'Safari', '0e000000-0000-4000-8000-00000000000f', '{"name": "Ørjan Solheim"}');
insert into public.consent_events (id, contact_id, phone_e164, email, action, method, wording, wording_version, page, submission_id, client_ip) values
  ('0f000000-0000-4000-8000-000000000001', '0d000000-0000-4000-8000-000000000001', '+19105550123', 'Orjan@Fjord.example', 'grant', 'web_form', 'I agree.', '1', '/contact', '0e000000-0000-4000-8000-000000000001', '192.0.2.9');
insert into public.communication_logs (id, type, direction, contact_id, phone_number, message, status, delivery_status, provider_id) values
  ('10000000-0000-4000-8000-000000000001', 'sms', 'outbound', '0d000000-0000-4000-8000-000000000001', '+19105550123', 'Hello 👋', 'sent', 'delivered', 'SM00000000000000000000000000000001'),
  ('10000000-0000-4000-8000-000000000002', 'call', 'inbound', null, '+19105550199', null, 'received', null, 'CA00000000000000000000000000000001');
insert into public.notifications (id, title, message, read, contact_id) values
  ('11000000-0000-4000-8000-000000000001', 'New lead', 'Ørjan wrote.', false, '0d000000-0000-4000-8000-000000000001');
reset role;
