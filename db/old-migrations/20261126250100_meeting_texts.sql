-- Texts about meetings are automatic: they count neither as a reply nor as contact by staff.

alter table public.communication_logs
  drop constraint communication_logs_purpose_check,
  add constraint communication_logs_purpose_check
    check (purpose in ('staff', 'text_back', 'help', 'opt_out', 'auto_reply', 'meeting')) not valid;
comment on column public.communication_logs.purpose is
  'Why it was sent: staff, a rule of the product (text_back, help, opt_out, meeting), or auto_reply by a mail program.';
