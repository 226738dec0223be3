-- Mail that waits to be sent. The words may hold a key to an account, so the table is no staff's to read, and a row is deleted
-- as soon as its mail is sent, refused or out of date; the job that names it stays.

create table private.outgoing_mails (
  id uuid constraint outgoing_mails_pkey primary key default gen_random_uuid(),
  kind text not null constraint outgoing_mails_kind_check check (kind in ('account', 'lead', 'confirmation')),
  -- { to, subject, text, html, replyTo }
  message jsonb not null constraint outgoing_mails_message_check check (jsonb_typeof(message) = 'object'),
  -- Later it would only confuse: a link that has expired, a greeting days after.
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
revoke all on private.outgoing_mails from public;
grant select, delete on private.outgoing_mails to service_role;

-- How many mails of a kind may go to one address: nobody's mailbox can be filled by typing its address into our form, and a flood
-- of submissions is one for the inbox. Links to accounts have limits of their own, where they are asked for.
create function private.may_mail(kind text, recipient text, sender text, at timestamptz) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  return case kind
    when 'confirmation' then
      private.take_rate_limit('mail:confirmation:sender:' || sender, 10, 3600, at) = 0
      and private.take_rate_limit('mail:confirmation:hour:' || lower(recipient), 2, 3600, at) = 0
      and private.take_rate_limit('mail:confirmation:day:' || lower(recipient), 5, 86400, at) = 0
    when 'lead' then private.take_rate_limit('mail:lead:' || lower(recipient), 60, 3600, at) = 0
    else true
  end;
end
$$;
revoke execute on function private.may_mail(text, text, text, timestamptz) from public;

-- Writes a mail and its job in the caller's transaction. Returns null, and writes nothing, where the address has had enough.
-- `sender` is the connection a visitor's request came by; the server's own mails have none.
create function private.write_mail(kind text, message jsonb, sender text, at timestamptz, expires timestamptz) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  recipient constant text := message ->> 'to';
  written uuid;
begin
  if not private.may_mail(kind, recipient, coalesce(sender, ''), at) then
    return null;
  end if;
  insert into private.outgoing_mails as mail (kind, message, expires_at, created_at)
  values (write_mail.kind, write_mail.message, expires, at) returning mail.id into written;
  insert into public.jobs (queue, payload, lane, run_at)
  values ('mails', pg_catalog.jsonb_build_object('mail', written), lower(recipient), at);
  return written;
end
$$;
revoke execute on function private.write_mail(text, jsonb, text, timestamptz, timestamptz) from public;
grant execute on function private.write_mail(text, jsonb, text, timestamptz, timestamptz) to service_role, supabase_auth_admin;
