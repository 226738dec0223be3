-- Texts come in bursts: what each of them writes, whatever it says, is one statement for many of them.

-- The contact whose number somebody texts or calls from; made when nobody has it. Where several share a number, it is the
-- one we last had to do with. A new one is named as the number is read.
create function private.contact_of_number(number text)
  returns table (id uuid, name text, is_new boolean)
  language plpgsql volatile set search_path = ''
  as $$
declare
  readable constant text := regexp_replace(number, '^\+1(\d{3})(\d{3})(\d{4})$', '(\1) \2-\3');
begin
  for look in 1..2 loop
    return query
      select contact.id, trim(contact.first_name || ' ' || contact.last_name), false
      from public.crm_contacts as contact
      where contact.phone_e164 = number
      order by (select max(log.created_at) from public.communication_logs as log where log.contact_id = contact.id)
        desc nulls last, contact.created_at, contact.id
      limit 1;
    if found then
      return;
    end if;
    -- Two first texts of one person at the same moment must not become two contacts.
    if look = 1 then
      perform pg_advisory_xact_lock(hashtextextended('number:' || number, 0));
    end if;
  end loop;
  return query
    insert into public.crm_contacts (first_name, phone) values (readable, readable) returning crm_contacts.id, readable, true;
end
$$;
revoke execute on function private.contact_of_number(text) from public;
grant execute on function private.contact_of_number(text) to service_role;

-- Writes texts that came in, given as [{ provider_id, sender, body, media_count, at }], into the history. One that was written
-- before changes nothing; its first answer is returned instead of its contact.
create function private.receive_texts(texts jsonb)
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
                                             media_count, created_at)
      values ('sms', 'inbound', receive_texts.contact_id, incoming.sender, incoming.body, 'received', incoming.provider_id,
              incoming.media_count, incoming.at);
    end if;
    return next;
  end loop;
end
$$;
revoke execute on function private.receive_texts(jsonb) from public;
grant execute on function private.receive_texts(jsonb) to service_role;
