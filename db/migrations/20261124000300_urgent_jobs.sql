-- Somebody waits for an invitation or a link that opens an account; the mails of a day about leads may stand behind it.
alter table public.jobs add column urgent boolean not null default false;
create index jobs_next_idx on public.jobs (queue, urgent desc, id) where state = 'waiting';

create or replace function private.write_mail(kind text, message jsonb, sender text, at timestamptz, expires timestamptz) returns uuid
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
  insert into public.jobs (queue, payload, lane, run_at, urgent)
  values ('mails', pg_catalog.jsonb_build_object('mail', written), lower(recipient), at, write_mail.kind = 'account');
  return written;
end
$$;
