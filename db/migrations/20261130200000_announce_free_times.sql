-- The pages that offer times are cached like the others, so a change of the free times invalidates them.
-- Safe while the older copy serves: it caches no page with times.
create trigger meetings_announce_changed_pages
  after insert or delete or update of starts_at, ends_at, status on public.meetings
  for each statement execute function private.announce_changed_pages();
create trigger booking_rules_announce_changed_pages
  after insert or update or delete on public.booking_rules
  for each statement execute function private.announce_changed_pages();
create trigger days_off_announce_changed_pages
  after insert or update or delete on public.days_off
  for each statement execute function private.announce_changed_pages();
create trigger busy_times_announce_changed_pages
  after insert or update or delete on public.busy_times
  for each statement execute function private.announce_changed_pages();
