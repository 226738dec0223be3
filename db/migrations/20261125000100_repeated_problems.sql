-- A failure that repeats is counted in one row, so that a single cause cannot push the others out of the last hundred.

alter table private.server_problems
  add column times bigint not null default 1 constraint server_problems_times_check check (times > 0);
comment on column private.server_problems.times is 'How often it failed in the same way, the last time included.';
