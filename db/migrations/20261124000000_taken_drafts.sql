-- A scheduled draft belongs to whoever took it until this time. A server that dies over it leaves it to the next one.
alter table public.draft_schedule
  add column taken_until timestamptz,
  -- How often the one that is taken has been.
  add column attempts integer not null default 0;
