-- What visitors sent, exactly as it arrived. Contacts and notifications are made from submissions, never the other way around.

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
  -- The connection's address. claimed_ip is what the browser says, which proves nothing.
  client_ip inet,
  claimed_ip text,
  user_agent text,
  idempotency_key uuid constraint contact_submissions_idempotency_key_key unique,
  spam boolean not null default false,
  spam_score integer not null default 0,
  spam_reasons text[] not null default '{}',
  raw jsonb not null,
  -- What led the visitor to us. private.forget_origins clears the full address of the referring page after a while; its host stays.
  first_page text constraint contact_submissions_first_page_check check (length(first_page) <= 500),
  referrer_host text constraint contact_submissions_referrer_host_check check (length(referrer_host) <= 253),
  ad_network text constraint contact_submissions_ad_network_check check (length(ad_network) <= 40),
  utm_source text constraint contact_submissions_utm_source_check check (length(utm_source) <= 100),
  utm_medium text constraint contact_submissions_utm_medium_check check (length(utm_medium) <= 100),
  utm_campaign text constraint contact_submissions_utm_campaign_check check (length(utm_campaign) <= 100),
  utm_term text constraint contact_submissions_utm_term_check check (length(utm_term) <= 100),
  utm_content text constraint contact_submissions_utm_content_check check (length(utm_content) <= 100)
);
create index contact_submissions_contact_id_idx on public.contact_submissions (contact_id, received_at desc);
create index contact_submissions_received_at_idx on public.contact_submissions (received_at desc);
-- For private.forget_origins.
create index contact_submissions_with_origin_idx on public.contact_submissions (received_at)
  where client_ip is not null or claimed_ip is not null or user_agent is not null or referrer is not null or raw <> '{}';
create index contact_submissions_email_idx on public.contact_submissions (lower(email));
create index contact_submissions_flagged_idx on public.contact_submissions (received_at) where spam and contact_id is null;
create index contact_submissions_words_idx on public.contact_submissions using gin (to_tsvector('simple', message))
  where contact_id is not null;

comment on table public.contact_submissions is 'Messages from the contact form as they arrived.';
comment on column public.contact_submissions.id is 'Primary key.';
comment on column public.contact_submissions.received_at is 'When the message arrived.';
comment on column public.contact_submissions.contact_id is 'Contact it was assigned to.';
comment on column public.contact_submissions.name is 'Name as typed.';
comment on column public.contact_submissions.email is 'Email address as typed.';
comment on column public.contact_submissions.company is 'Company as typed.';
comment on column public.contact_submissions.service is 'Service chosen in the form.';
comment on column public.contact_submissions.message is 'Message as typed.';
comment on column public.contact_submissions.phone is 'Telephone number as typed.';
comment on column public.contact_submissions.text_consent is 'Whether the box agreeing to texts was ticked.';
comment on column public.contact_submissions.page is 'Page the form was on: the last page of the visit.';
comment on column public.contact_submissions.referrer is 'Page the visitor came from.';
comment on column public.contact_submissions.client_ip is 'Address the request came from, as far as proxies are trusted.';
comment on column public.contact_submissions.claimed_ip is 'Address the browser reported.';
comment on column public.contact_submissions.user_agent is 'Browser, as it names itself.';
comment on column public.contact_submissions.idempotency_key is
  'Id chosen by the browser, so that a retry is not a second message.';
comment on column public.contact_submissions.spam is 'Whether it was marked as spam.';
comment on column public.contact_submissions.spam_score is 'Points of the spam check.';
comment on column public.contact_submissions.spam_reasons is 'Findings of the spam check.';
comment on column public.contact_submissions.raw is 'Fields as they were sent.';
comment on column public.contact_submissions.first_page is 'Path of the first page of the visit, as the browser remembered it.';
comment on column public.contact_submissions.referrer_host is 'Site that led to the first page, without www. Null for none and for our own.';
comment on column public.contact_submissions.ad_network is
  'Network that added a click id to the link, such as Google Ads. The id itself is not kept.';
comment on column public.contact_submissions.utm_source is 'utm_source of the link that led to the first page.';
comment on column public.contact_submissions.utm_medium is 'utm_medium of that link.';
comment on column public.contact_submissions.utm_campaign is 'utm_campaign of that link.';
comment on column public.contact_submissions.utm_term is 'utm_term of that link.';
comment on column public.contact_submissions.utm_content is 'utm_content of that link.';

create trigger contact_submissions_append_only before update on public.contact_submissions
  for each row execute function private.refuse_change('contact_id');

alter table public.contact_submissions enable row level security;
grant select, insert, delete on public.contact_submissions to service_role;
grant select on public.contact_submissions to authenticated;
create policy contact_submissions_read_as_manager on public.contact_submissions for select to authenticated
  using ((select private.is_manager()));

-- Possible spam creates no contact. Links a flagged submission and its notification to the contact that staff accepted it as;
-- returns false if someone did before.
create function private.accept_submission(submission uuid, contact uuid) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  update public.contact_submissions set contact_id = contact where id = submission and spam and contact_id is null;
  if not found then
    return false;
  end if;
  update public.notifications set contact_id = contact where submission_id = submission;
  return true;
end
$$;
grant execute on function private.accept_submission(uuid, uuid) to service_role;
