-- What every topic uses: timestamps, append-only tables, a deadline for statements, rate limits and a check of the clock.

create function private.touch_updated_at() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.updated_at := now();
  return new;
end
$$;

-- For append-only tables. The trigger's arguments name the columns that may still change: links to rows that are deleted.
-- Functions that delete expired data (210_privacy.sql) set `private.forgetting` for as long as they do.
create function private.refuse_change() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if current_setting('private.forgetting', true) = 'on' then
    if tg_op = 'DELETE' then
      return old;
    end if;
    return new;
  end if;
  if tg_op = 'UPDATE' and (to_jsonb(new) - tg_argv) = (to_jsonb(old) - tg_argv) then
    return new;
  end if;
  raise exception '% is append-only.', tg_table_name using errcode = '42501';
end
$$;

-- Ends a statement that runs too long; the server adds it as a condition to slow searches. The embedded engine ignores
-- statement_timeout: without this condition, the server would have to restart the engine, which ends all other statements,
-- too. Its cost is close to zero so that PostgreSQL evaluates it before it compares texts.
create function private.in_time(most_ms integer) returns boolean
  language plpgsql volatile cost 0.0001 set search_path = ''
  as $$
begin
  if clock_timestamp() - statement_timestamp() > make_interval(secs => most_ms / 1000.0) then
    raise exception using errcode = '57014', message = 'The statement was ended because it ran too long.';
  end if;
  return true;
end
$$;
grant execute on function private.in_time(integer) to anon, authenticated, service_role;

-- Unlogged: after a crash every bucket is full again.
create unlogged table private.rate_limits (
  key text constraint rate_limits_pkey primary key,
  tokens double precision not null,
  refilled_at timestamptz not null
);
create index rate_limits_refilled_at_idx on private.rate_limits (refilled_at);

comment on table private.rate_limits is 'Token buckets of the rate limits that all server copies share.';
comment on column private.rate_limits.key is 'What is counted and for whom.';
comment on column private.rate_limits.tokens is 'Requests left.';
comment on column private.rate_limits.refilled_at is 'When the bucket was last filled.';

-- Takes one token from the bucket `limit_key`, which holds `capacity` tokens and refills within `per_seconds`. Returns 0, or
-- the seconds to wait for a token.
create function private.take_rate_limit(limit_key text, capacity integer, per_seconds integer, at timestamptz)
  returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  rate constant double precision := capacity::double precision / per_seconds;
  -- A bucket filled later than this was filled while the clock was wrong; small differences between server copies are not.
  ahead constant timestamptz := at + make_interval(secs => per_seconds);
  available double precision;
begin
  insert into private.rate_limits as bucket (key, tokens, refilled_at)
  values (limit_key, capacity, at)
  on conflict (key) do update
    set tokens = least(
          capacity,
          bucket.tokens + rate * greatest(0, extract(epoch from excluded.refilled_at - bucket.refilled_at))),
        refilled_at = case when bucket.refilled_at > ahead then excluded.refilled_at
                           else greatest(bucket.refilled_at, excluded.refilled_at) end
  returning bucket.tokens into available;

  if available < 1 then
    return ceil((1 - available) / rate);
  end if;
  update private.rate_limits set tokens = tokens - 1 where key = limit_key;
  return 0;
end
$$;
grant execute on function private.take_rate_limit(text, integer, integer, timestamptz) to service_role, supabase_auth_admin;

-- Puts a token back for an attempt that does not count, such as a sign-in with the right password.
create function private.return_rate_limit(limit_key text, capacity integer) returns void
  language sql volatile security definer set search_path = ''
  as $$ update private.rate_limits set tokens = least(capacity, tokens + 1) where key = limit_key $$;
grant execute on function private.return_rate_limit(text, integer) to service_role, supabase_auth_admin;

create function private.purge_rate_limits(before timestamptz) returns void
  language sql volatile security definer set search_path = ''
  as $$ delete from private.rate_limits where refilled_at < before $$;
grant execute on function private.purge_rate_limits(timestamptz) to service_role;

-- A clock that jumps forward makes all data look expired. So retention pauses for a day after the clock moved forward by more
-- than a day, or backward, which leaves time to notice.
create table private.clock_watch (
  id boolean constraint clock_watch_pkey primary key default true constraint clock_watch_id_check check (id),
  seen_at timestamptz not null,
  steady_since timestamptz not null
);

comment on table private.clock_watch is 'Whether the clock of the server runs evenly. One row.';
comment on column private.clock_watch.id is 'Always true: there is only one row.';
comment on column private.clock_watch.seen_at is 'Time of the last look.';
comment on column private.clock_watch.steady_since is 'Since when the clock has not jumped.';

alter table private.clock_watch enable row level security;

-- Returns whether the clock, which reads `at`, has run steadily for a day. Call it at least every hour.
create function private.clock_is_steady(at timestamptz) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  steady timestamptz;
begin
  insert into private.clock_watch as watch (seen_at, steady_since) values (at, at)
  on conflict on constraint clock_watch_pkey do update
    set seen_at = excluded.seen_at,
        -- The clocks of server copies may differ a little.
        steady_since = case when excluded.seen_at between watch.seen_at - interval '1 hour' and watch.seen_at + interval '1 day'
                            then watch.steady_since else excluded.seen_at end
  returning steady_since into steady;
  return at - steady >= interval '1 day';
end
$$;
grant execute on function private.clock_is_steady(timestamptz) to service_role;
