import { uuidSql } from './contacts-sql.ts'

/** SMS and calls from row $1 to $2, spread over the first $3 contacts, newest first. */
export const MESSAGES_SQL = `
insert into public.communication_logs (id, type, direction, contact_id, phone_number, message, status, awaits_reply, created_at)
select ${uuidSql('message')}, case when n % 8 = 0 then 'call' else 'sms' end,
  case when n % 3 = 0 then 'inbound' else 'outbound' end, contact.id, coalesce(contact.phone_e164, '+19105550100'),
  case when n % 8 > 0 then 'Synthetic message ' || n || ': see you on Thursday at ten.' end,
  case when n % 3 = 0 then 'received' when n % 41 = 0 then 'failed' when n % 8 = 0 then 'initiated' else 'sent' end, n % 3 = 0,
  timestamptz '2026-11-20 12:00:00+00' - n * interval '61 seconds'
from generate_series($1::int, $2::int) as n
join public.crm_contacts as contact
  on contact.id = ${uuidSql('contact', `1 + ('x' || substr(md5('whom ' || n), 1, 7))::bit(28)::int % $3::int`)}
on conflict (id) do nothing`
