-- Texts nobody has looked at yet. Staff share them, as they share the inbox: what one of them has seen is seen.

alter table public.communication_logs add column seen boolean not null default true;
create index communication_logs_unseen_idx on public.communication_logs (contact_id) where not seen;

grant update (seen) on public.communication_logs to authenticated;
create policy communication_logs_mark_as_manager on public.communication_logs for update to authenticated
  using ((select private.is_manager())) with check ((select private.is_manager()));

-- The conversations with something new in them.
create view public.unseen_texts with (security_invoker = true) as
  select contact_id, count(*)::integer as texts, max(created_at) as newest_at
  from public.communication_logs
  where not seen and contact_id is not null
  group by contact_id;

revoke all on public.unseen_texts from anon, authenticated, service_role;
grant select on public.unseen_texts to authenticated, service_role;

-- Writes texts that came in, given as [{ provider_id, sender, body, media_count, at }], into the history, unseen. One that was written
-- before changes nothing; its first answer is returned instead of its contact.
create or replace function private.receive_texts(texts jsonb)
  returns table (provider_id text, is_repeat boolean, answer text, contact_id uuid, contact_name text, contact_is_new boolean)
  language plpgsql volatile set search_path = ''
  as $$
declare
  incoming record;
begin
  -- In the same order everywhere: servers that write texts of the same people wait for each other, never in a circle.
  for incoming in
    select sent.* from jsonb_to_recordset(texts)
      as sent (provider_id text, sender text, body text, media_count smallint, at timestamptz)
    order by sent.sender, sent.provider_id
  loop
    provider_id := incoming.provider_id;
    -- A repeat at the same moment waits here until the first one is committed.
    insert into public.webhook_receipts (key, received_at) values ('sms:' || incoming.provider_id, incoming.at)
    on conflict do nothing;
    is_repeat := not found;
    if is_repeat then
      contact_id := null;
      select receipt.answer into answer from public.webhook_receipts as receipt where receipt.key = 'sms:' || incoming.provider_id;
    else
      answer := null;
      select contact.id, contact.name, contact.is_new into contact_id, contact_name, contact_is_new
      from private.contact_of_number(incoming.sender) as contact;
      insert into public.communication_logs (type, direction, contact_id, phone_number, message, status, provider_id,
                                             media_count, seen, created_at)
      values ('sms', 'inbound', receive_texts.contact_id, incoming.sender, incoming.body, 'received', incoming.provider_id,
              incoming.media_count, false, incoming.at);
    end if;
    return next;
  end loop;
end
$$;
