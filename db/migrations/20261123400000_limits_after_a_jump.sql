-- A bucket that was last filled by a clock that ran ahead was never filled again until that time had come: whoever emptied it
-- was shut out for as long as the clock had jumped. Now it fills again from the present on.

-- Takes one token from the bucket `limit_key`, which holds `capacity` and refills completely within `per_seconds`. Returns
-- the seconds to wait until a token is there; 0 means it was taken.
create or replace function private.take_rate_limit(limit_key text, capacity integer, per_seconds integer, at timestamptz)
  returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  rate constant double precision := capacity::double precision / per_seconds;
  -- Copies of the server may differ by moments, of which none is to count twice.
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
