-- Texts and calls, both ways. Written by the server's functions, read by staff.

create table public.communication_logs (
  id uuid constraint communication_logs_pkey primary key default gen_random_uuid(),
  type text not null constraint communication_logs_type_check check (type in ('call', 'sms')),
  direction text not null default 'outbound'
    constraint communication_logs_direction_check check (direction in ('outbound', 'inbound')),
  contact_id uuid constraint communication_logs_contact_id_fkey references public.crm_contacts (id) on delete set null,
  phone_number text not null,
  message text,
  -- Coarse, as staff see it; what the carrier reports is `delivery_status`.
  status text not null,
  delivery_status text,
  provider_id text constraint communication_logs_provider_id_key unique,
  error_code text,
  created_at timestamptz not null default now()
);
create index communication_logs_created_at_idx on public.communication_logs (created_at desc, id);
create index communication_logs_contact_id_idx on public.communication_logs (contact_id, created_at desc);

alter table public.communication_logs enable row level security;
revoke all on public.communication_logs from anon, authenticated, service_role;
grant select, insert, update, delete on public.communication_logs to service_role;
grant select on public.communication_logs to authenticated;

create policy communication_logs_read_as_manager on public.communication_logs for select to authenticated
  using ((select private.is_manager()));
