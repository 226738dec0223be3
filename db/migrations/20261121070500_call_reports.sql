-- When somebody was called, two legs report: ours being over (`ended`) says less than how the contact's went.
create or replace function private.delivery_rank(delivery_status text) returns integer
  language sql immutable set search_path = ''
  as $$
    select case delivery_status
      when 'accepted' then 1 when 'scheduled' then 1 when 'initiated' then 1
      when 'queued' then 2
      when 'sending' then 3 when 'ringing' then 3
      when 'sent' then 4 when 'in-progress' then 4
      when 'partially_delivered' then 5 when 'ended' then 5
      when 'delivered' then 6 when 'undelivered' then 6 when 'failed' then 6 when 'canceled' then 6
      when 'completed' then 6 when 'busy' then 6 when 'no-answer' then 6
      when 'read' then 7
      else 0 end
  $$;

-- The carrier confirms START itself; nothing of ours does.
alter table public.communication_logs
  drop constraint communication_logs_purpose_check,
  add constraint communication_logs_purpose_check check (purpose in ('staff', 'text_back', 'help', 'opt_out'));
