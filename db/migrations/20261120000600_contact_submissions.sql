-- What visitors sent, exactly as it arrived. Contacts and notifications are made from it, never the other way round.

create table public.contact_submissions (
  id uuid constraint contact_submissions_pkey primary key default gen_random_uuid(),
  received_at timestamptz not null default now(),
  contact_id uuid constraint contact_submissions_contact_id_fkey references public.crm_contacts (id) on delete set null,
  name text not null,
  email text not null,
  company text,
  service text,
  message text not null,
  phone text,
  text_consent boolean not null,
  page text,
  referrer text,
  -- The connection's own address; `claimed_ip` is what the browser said and proves nothing.
  client_ip inet,
  claimed_ip text,
  user_agent text,
  idempotency_key uuid constraint contact_submissions_idempotency_key_key unique,
  spam boolean not null default false,
  spam_score integer not null default 0,
  spam_reasons text[] not null default '{}',
  raw jsonb not null
);
create index contact_submissions_contact_id_idx on public.contact_submissions (contact_id, received_at desc);
create index contact_submissions_received_at_idx on public.contact_submissions (received_at desc);

create trigger contact_submissions_append_only before update on public.contact_submissions
  for each row execute function private.refuse_change('contact_id');

alter table public.contact_submissions enable row level security;
revoke all on public.contact_submissions from anon, authenticated, service_role;
grant select, insert, delete on public.contact_submissions to service_role;
grant select on public.contact_submissions to authenticated;

create policy contact_submissions_read_as_manager on public.contact_submissions for select to authenticated
  using ((select private.is_manager()));
