-- Texts and calls in both directions: what the history shows, what the carrier reported, what it sent us.

alter table public.communication_logs
  add column updated_at timestamptz not null default now(),
  -- Who pressed Send or Call. Null: the product itself, or somebody who is gone.
  add column sent_by uuid constraint communication_logs_sent_by_fkey references public.profiles (id) on delete set null,
  -- Why it was sent: by a person, or by a rule of the product, which decides what may be sent to whom.
  add column purpose text not null default 'staff' constraint communication_logs_purpose_check
    check (purpose in ('staff', 'text_back', 'help', 'opt_out', 'opt_in')),
  add column segments smallint constraint communication_logs_segments_check check (segments >= 1),
  -- The carrier's or our own words for why it failed.
  add column error_message text constraint communication_logs_error_message_check check (length(error_message) <= 1000),
  -- A text that waits for the morning, and an admin's reason for not waiting.
  add column send_at timestamptz,
  add column override_reason text
    constraint communication_logs_override_reason_check check (length(trim(override_reason)) between 1 and 500),
  -- When it was handed to the carrier: from here on it may have been sent.
  add column attempted_at timestamptz,
  add column duration_seconds integer constraint communication_logs_duration_seconds_check check (duration_seconds >= 0),
  add column media_count smallint not null default 0
    constraint communication_logs_media_count_check check (media_count >= 0),
  add column idempotency_key uuid constraint communication_logs_idempotency_key_key unique,
  add constraint communication_logs_status_check check (status in (
    'queued', 'scheduled', 'sending', 'sent', 'initiated', 'failed', 'unknown', 'received', 'missed', 'canceled'));
create index communication_logs_sent_by_idx on public.communication_logs (sent_by);
create index communication_logs_phone_number_idx on public.communication_logs (phone_number, created_at desc);
create index communication_logs_open_idx on public.communication_logs (phone_number)
  where status in ('queued', 'scheduled', 'sending', 'unknown');
create trigger communication_logs_touch_updated_at before update on public.communication_logs
  for each row execute function private.touch_updated_at();

-- How far a delivery has come. Reports arrive in any order and twice; a lower or equal rank changes nothing.
create function private.delivery_rank(delivery_status text) returns integer
  language sql immutable set search_path = ''
  as $$
    select case delivery_status
      when 'accepted' then 1 when 'scheduled' then 1 when 'initiated' then 1
      when 'queued' then 2
      when 'sending' then 3 when 'ringing' then 3
      when 'sent' then 4 when 'in-progress' then 4 when 'answered' then 4
      when 'partially_delivered' then 5
      when 'delivered' then 6 when 'undelivered' then 6 when 'failed' then 6 when 'canceled' then 6
      when 'completed' then 6 when 'busy' then 6 when 'no-answer' then 6
      when 'read' then 7
      else 0 end
  $$;
revoke execute on function private.delivery_rank(text) from public;
grant execute on function private.delivery_rank(text) to service_role;

-- Every report of the carrier, as it came.
create table public.delivery_events (
  id bigint generated always as identity constraint delivery_events_pkey primary key,
  log_id uuid constraint delivery_events_log_id_fkey references public.communication_logs (id) on delete cascade,
  provider_id text not null constraint delivery_events_provider_id_check check (length(provider_id) <= 100),
  status text not null constraint delivery_events_status_check check (length(status) <= 50),
  error_code text constraint delivery_events_error_code_check check (length(error_code) <= 20),
  received_at timestamptz not null default now(),
  -- One report is one report, however often it arrives.
  constraint delivery_events_provider_id_status_key unique (provider_id, status)
);
create index delivery_events_log_id_idx on public.delivery_events (log_id, id);
create trigger delivery_events_append_only before update on public.delivery_events
  for each row execute function private.refuse_change('log_id');

alter table public.delivery_events enable row level security;
revoke all on public.delivery_events from anon, authenticated, service_role;
grant select, insert, delete on public.delivery_events to service_role;
grant select on public.delivery_events to authenticated;
create policy delivery_events_read_as_manager on public.delivery_events for select to authenticated
  using ((select private.is_manager()));

-- What the carrier has already told us, with the answer it got: a repeat gets the same one and changes nothing.
create table public.webhook_receipts (
  key text constraint webhook_receipts_pkey primary key constraint webhook_receipts_key_check check (length(key) <= 300),
  answer text,
  received_at timestamptz not null default now()
);
create index webhook_receipts_received_at_idx on public.webhook_receipts (received_at);
alter table public.webhook_receipts enable row level security;
revoke all on public.webhook_receipts from anon, authenticated, service_role;
grant select, insert, update, delete on public.webhook_receipts to service_role;

-- Texts staff send again and again. {first_name}, {last_name}, {company} and {business} are filled in when one is chosen.
create table public.message_templates (
  id uuid constraint message_templates_pkey primary key default gen_random_uuid(),
  name text not null constraint message_templates_name_check check (length(trim(name)) between 1 and 100),
  body text not null constraint message_templates_body_check check (length(trim(body)) between 1 and 1600),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint message_templates_name_key unique (name)
);
create trigger message_templates_touch_updated_at before update on public.message_templates
  for each row execute function private.touch_updated_at();
create trigger message_templates_record_change after insert or update or delete on public.message_templates
  for each row execute function private.record_change();

alter table public.message_templates enable row level security;
revoke all on public.message_templates from anon, authenticated, service_role;
grant select, insert, update, delete on public.message_templates to service_role;
grant select, insert, update, delete on public.message_templates to authenticated;
create policy message_templates_read_as_manager on public.message_templates for select to authenticated
  using ((select private.is_manager()));
create policy message_templates_insert_as_manager on public.message_templates for insert to authenticated
  with check ((select private.is_manager()));
create policy message_templates_update_as_manager on public.message_templates for update to authenticated
  using ((select private.is_manager())) with check ((select private.is_manager()));
create policy message_templates_delete_as_manager on public.message_templates for delete to authenticated
  using ((select private.is_manager()));

insert into public.message_templates (name, body) values
  ('Thanks for writing', 'Hi {first_name}, this is {business}. Thanks for your message. When is a good time to talk?'),
  ('Missed you', 'Hi {first_name}, {business} here. Sorry we missed your call. Shall we try again today?'),
  ('Proposal sent', 'Hi {first_name}, your proposal from {business} is in your inbox. Any questions, just reply here.');

do $$
declare
  live regclass;
begin
  foreach live in array array['public.consent_events', 'public.message_templates']::regclass[] loop
    if to_regprocedure('realtime.enable(regclass)') is not null then
      execute format('select realtime.enable(%L)', live);
    elsif exists (select from pg_publication where pubname = 'supabase_realtime') then
      execute format('alter publication supabase_realtime add table %s', live);
    end if;
  end loop;
end
$$;
