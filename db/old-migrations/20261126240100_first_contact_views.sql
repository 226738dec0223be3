-- Saved views for a start. Nobody owns them, so admins may change and delete them.
insert into public.contact_views (name, shared, filters, created_at)
select name, true, filters::jsonb, now() + place * interval '1 millisecond'
from (values
  (1, 'Open leads', '{"status": "lead"}'),
  (2, 'My people', '{"owner": "me"}'),
  (3, 'No owner', '{"owner": "none"}'),
  (4, 'No next step', '{"due": "none"}'),
  (5, 'Customers', '{"status": "customer"}'),
  (6, 'Agreed to texts', '{"texts": "ok"}')) as first (place, name, filters)
where not exists (select from public.contact_views);
