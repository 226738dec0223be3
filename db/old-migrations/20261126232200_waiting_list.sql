-- What the list of waiting people shows, in one query.
create view public.waiting_list with (security_invoker = true) as
  select waiting.id, waiting.contact_id, waiting.phone_number, contact.first_name, contact.last_name, contact.company,
         contact.owner_id, waiting.kind, waiting.since, waiting.due_at, waiting.promised_minutes, waiting.items,
         waiting.latest_at, waiting.latest_kind, waiting.latest_words,
         coalesce(contact.text_consent, false) as text_consent, decision.allowed as may_text, decision.reason as text_reason,
         (select count(*)::integer from public.communication_logs as log
          where log.contact_id = waiting.contact_id and not log.seen) as unread
  from public.waiting_people as waiting
  left join public.crm_contacts as contact on contact.id = waiting.contact_id
  cross join lateral private.may_text(contact, contact.phone_e164, now()) as decision;

comment on view public.waiting_list is 'Everybody who waits for a reply, with what staff need to choose whom to answer.';
comment on column public.waiting_list.id is 'Id of the contact, or one made from the number.';
comment on column public.waiting_list.contact_id is 'The contact, if there is one.';
comment on column public.waiting_list.phone_number is 'In place of a contact: what stands for a hidden number.';
comment on column public.waiting_list.first_name is 'First name of the contact.';
comment on column public.waiting_list.last_name is 'Last name of the contact.';
comment on column public.waiting_list.company is 'Company of the contact.';
comment on column public.waiting_list.owner_id is 'Profile that owns the contact.';
comment on column public.waiting_list.kind is 'What the reply is due for: inquiry, text, call, voicemail, email or booking.';
comment on column public.waiting_list.since is 'When that came in.';
comment on column public.waiting_list.due_at is 'When the reply is due.';
comment on column public.waiting_list.promised_minutes is
  'The promised time: in opening hours for a text, call or voicemail, else by the clock.';
comment on column public.waiting_list.items is 'How many messages and calls wait.';
comment on column public.waiting_list.latest_at is 'When the newest of them came in.';
comment on column public.waiting_list.latest_kind is 'What the newest of them is.';
comment on column public.waiting_list.latest_words is 'The first 300 characters of the newest of them; null for a call.';
comment on column public.waiting_list.text_consent is 'Whether the contact agreed to texts.';
comment on column public.waiting_list.may_text is 'Whether the contact may be texted now, apart from the hours.';
comment on column public.waiting_list.text_reason is 'Why, or why not, as in texting_contacts.';
comment on column public.waiting_list.unread is 'How many texts, calls and emails of the contact staff have not looked at.';

grant select on public.waiting_list to authenticated, service_role;
