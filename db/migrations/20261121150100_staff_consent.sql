-- What people told staff about texting them: agreements and withdrawals in a person's name, never against the person.

alter table public.consent_events
  -- Who wrote it down, as they were called then: accounts go, proof stays.
  add column actor_name text,
  add column actor_email text;

create function private.stand_by_consent() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.actor_name := null;
  new.actor_email := null;
  select nullif(concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')), ''), email
  into new.actor_name, new.actor_email
  from public.profiles where id = new.actor;
  if new.method = 'staff' and new.action = 'grant' and private.is_suppressed(new.phone_e164) then
    raise exception 'This number has opted out of texts. Only its owner can change that, by texting START or using the contact form.'
      using errcode = 'P0001';
  end if;
  return new;
end
$$;
create trigger consent_events_stand_by before insert on public.consent_events
  for each row execute function private.stand_by_consent();
