-- Who of the staff is mailed about new leads: each at once, one mail a day, or none. The address of the configuration is mailed
-- each of them, unless whoever reads it has said no.

alter table public.profiles add column lead_mail text not null default 'none'
  constraint profiles_lead_mail_check check (lead_mail in ('each', 'daily', 'none'));
grant update (lead_mail) on public.profiles to authenticated;

-- Up to which moment somebody's daily mails have told of leads.
create table private.lead_digests (
  profile_id uuid constraint lead_digests_pkey primary key
    constraint lead_digests_profile_id_fkey references public.profiles (id) on delete cascade,
  told_until timestamptz not null
);
revoke all on private.lead_digests from public;
grant select, insert, update, delete on private.lead_digests to service_role;

-- Addresses nobody signs in with that want no mail about leads.
create table private.lead_mail_refusals (
  address text constraint lead_mail_refusals_pkey primary key
    constraint lead_mail_refusals_address_check check (address = lower(address) and length(address) <= 320),
  refused_at timestamptz not null
);
revoke all on private.lead_mail_refusals from public;
grant select, insert, delete on private.lead_mail_refusals to service_role;

alter table private.lead_digests enable row level security;
alter table private.lead_mail_refusals enable row level security;

-- The staff who want mail about leads in this way and may still sign in.
create function private.lead_mail_readers(wanted text) returns table (profile_id uuid, address text)
  language sql stable security definer set search_path = ''
  as $$
    select profile.id, profile.email
    from public.profiles as profile join auth.users as account on account.id = profile.id
    where profile.lead_mail = wanted and profile.role in ('manager', 'admin')
      and (account.banned_until is null or account.banned_until < now())
    order by profile.id
  $$;
revoke execute on function private.lead_mail_readers(text) from public;
grant execute on function private.lead_mail_readers(text) to service_role;

-- Safe while the older copy serves: the table holds the few mails that wait, and the check only grows.
alter table private.outgoing_mails
  drop constraint outgoing_mails_kind_check,
  add constraint outgoing_mails_kind_check check (kind in ('account', 'lead', 'digest', 'confirmation'));
