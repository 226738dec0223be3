-- What visitors sent, exactly as it arrived, and the replies. Contacts and notifications are made from submissions, never the
-- other way around.

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
  raw jsonb not null
);
create index contact_submissions_contact_id_idx on public.contact_submissions (contact_id, received_at desc);
create index contact_submissions_received_at_idx on public.contact_submissions (received_at desc);
-- For private.forget_origins.
create index contact_submissions_with_origin_idx on public.contact_submissions (received_at)
  where client_ip is not null or claimed_ip is not null or user_agent is not null or referrer is not null or raw <> '{}';
create index contact_submissions_email_idx on public.contact_submissions (lower(email));
create index contact_submissions_flagged_idx on public.contact_submissions (received_at) where spam and contact_id is null;

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
comment on column public.contact_submissions.page is 'Page the form was on.';
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

create trigger contact_submissions_append_only before update on public.contact_submissions
  for each row execute function private.refuse_change('contact_id');

alter table public.contact_submissions enable row level security;
grant select, insert, delete on public.contact_submissions to service_role;
grant select on public.contact_submissions to authenticated;
create policy contact_submissions_read_as_manager on public.contact_submissions for select to authenticated
  using ((select private.is_manager()));

-- A row is never changed; staff delete it to take an answer back.
create table public.submission_answers (
  id uuid constraint submission_answers_pkey primary key default gen_random_uuid(),
  submission_id uuid not null
    constraint submission_answers_submission_id_key unique
    constraint submission_answers_submission_id_fkey references public.contact_submissions (id) on delete cascade,
  answered_at timestamptz not null default now(),
  answered_by uuid default auth.uid()
    constraint submission_answers_answered_by_fkey references public.profiles (id) on delete set null,
  method text not null default 'elsewhere'
    constraint submission_answers_method_check check (method in ('elsewhere', 'text', 'call', 'email'))
);
create index submission_answers_answered_at_idx on public.submission_answers (answered_at desc);
create index submission_answers_answered_by_idx on public.submission_answers (answered_by);

comment on table public.submission_answers is 'Form submissions that were answered.';
comment on column public.submission_answers.id is 'Primary key.';
comment on column public.submission_answers.submission_id is 'Submission that was answered.';
comment on column public.submission_answers.answered_at is 'When.';
comment on column public.submission_answers.answered_by is 'Profile that answered. Null once that account is gone.';
comment on column public.submission_answers.method is 'How: elsewhere, text, call or email.';

create trigger submission_answers_record_change after insert or update or delete on public.submission_answers
  for each row execute function private.record_change();

alter table public.submission_answers enable row level security;
grant select, insert, delete on public.submission_answers to service_role;
grant select, delete on public.submission_answers to authenticated;
-- The database sets who and when.
grant insert (submission_id) on public.submission_answers to authenticated;
create policy submission_answers_read_as_manager on public.submission_answers for select to authenticated
  using ((select private.is_manager()));
create policy submission_answers_insert_as_manager on public.submission_answers for insert to authenticated
  with check ((select private.is_manager()) and answered_by = (select auth.uid()));
create policy submission_answers_delete_as_manager on public.submission_answers for delete to authenticated
  using ((select private.is_manager()));
select private.enable_realtime('public.submission_answers');

-- Spam and messages of deleted contacts need no answer.
create view public.waiting_submissions with (security_invoker = true) as
  select id, received_at, contact_id, service,
         (select concat_ws(' ', first_name, nullif(last_name, ''))
          from public.crm_contacts as contact where contact.id = contact_id) as contact_name
  from public.contact_submissions as submission
  where not spam
    and exists (select from public.crm_contacts as contact where contact.id = contact_id)
    and not exists (select from public.submission_answers as answer where answer.submission_id = submission.id);

comment on view public.waiting_submissions is 'Form submissions that wait for an answer.';
comment on column public.waiting_submissions.id is 'Id of the submission.';
comment on column public.waiting_submissions.received_at is 'When it arrived.';
comment on column public.waiting_submissions.contact_id is 'Contact that sent it.';
comment on column public.waiting_submissions.service is 'Service chosen in the form.';
comment on column public.waiting_submissions.contact_name is 'Name of the contact.';

grant select on public.waiting_submissions to authenticated, service_role;

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

create table private.erased_replies (
  id bigint generated always as identity constraint erased_replies_pkey primary key,
  received_at timestamptz not null,
  answered_at timestamptz not null
);
create index erased_replies_answered_at_idx on private.erased_replies (answered_at);

comment on table private.erased_replies is 'How long replies to people took who have been erased.';
comment on column private.erased_replies.id is 'Primary key.';
comment on column private.erased_replies.received_at is 'When the inquiry came in, on the minute.';
comment on column private.erased_replies.answered_at is 'When it was answered, as long after as it took.';

alter table private.erased_replies enable row level security;
grant select on private.erased_replies to authenticated, service_role;
create policy erased_replies_read_as_manager on private.erased_replies for select to authenticated
  using ((select private.is_manager()));

create view public.reply_times with (security_invoker = true) as
  select received_at, answered_at
  from public.submission_answers
  join public.contact_submissions as submission on submission.id = submission_id
  union all
  select received_at, answered_at from private.erased_replies;

comment on view public.reply_times is 'When each answered inquiry came in and when it was answered.';
comment on column public.reply_times.received_at is 'When the inquiry came in.';
comment on column public.reply_times.answered_at is 'When it was answered.';

grant select on public.reply_times to authenticated, service_role;
