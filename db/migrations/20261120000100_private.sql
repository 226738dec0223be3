-- Rules and bookkeeping the API never exposes.

create schema if not exists private;
grant usage on schema private to anon, authenticated, service_role;

create function private.touch_updated_at() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.updated_at := now();
  return new;
end
$$;

-- The number to dial for what people typed, as +1 and ten digits or + and 8 to 15 digits of another country; null when
-- it is neither. An extension behind the number is not part of it.
create function private.e164(phone text) returns text
  language sql immutable strict set search_path = ''
  as $$
    select case
      when number ~ '^\s*\+' and digits ~ '^\d{8,15}$' then '+' || digits
      when number !~ '\+' and digits ~ '^\d{10}$' then '+1' || digits
      when number !~ '\+' and digits ~ '^1\d{10}$' then '+' || digits
    end
    from (select regexp_replace(phone, '\s*(x|ext\.?|extension)\s*\d+\s*$', '', 'i')) as typed (number),
         lateral (select regexp_replace(number, '\D', '', 'g')) as bare (digits)
  $$;
revoke execute on function private.e164(text) from public;
grant execute on function private.e164(text) to authenticated, service_role;

-- For append-only tables. The trigger's arguments name the columns that may still change: links to other rows,
-- which go when those rows do.
create function private.refuse_change() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' and (to_jsonb(new) - tg_argv) = (to_jsonb(old) - tg_argv) then
    return new;
  end if;
  raise exception '% is append-only.', tg_table_name using errcode = '42501';
end
$$;

-- Token buckets shared by every copy of the server. Unlogged: after a crash everybody starts with a full bucket.
create unlogged table private.rate_limits (
  key text constraint rate_limits_pkey primary key,
  tokens double precision not null,
  refilled_at timestamptz not null
);
create index rate_limits_refilled_at_idx on private.rate_limits (refilled_at);

-- Takes one token from the bucket `limit_key`, which holds `capacity` and refills completely within
-- `per_seconds`. Returns the seconds to wait until a token is there; 0 means it was taken.
create function private.take_rate_limit(limit_key text, capacity integer, per_seconds integer, at timestamptz)
  returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  rate constant double precision := capacity::double precision / per_seconds;
  available double precision;
begin
  insert into private.rate_limits as bucket (key, tokens, refilled_at)
  values (limit_key, capacity, at)
  on conflict (key) do update
    set tokens = least(
          capacity,
          bucket.tokens + rate * greatest(0, extract(epoch from excluded.refilled_at - bucket.refilled_at))),
        refilled_at = greatest(bucket.refilled_at, excluded.refilled_at)
  returning bucket.tokens into available;

  if available < 1 then
    return ceil((1 - available) / rate);
  end if;
  update private.rate_limits set tokens = tokens - 1 where key = limit_key;
  return 0;
end
$$;
revoke execute on function private.take_rate_limit(text, integer, integer, timestamptz) from public;
grant execute on function private.take_rate_limit(text, integer, integer, timestamptz)
  to service_role, supabase_auth_admin;

-- Puts a token back: what was taken turned out not to count, as with a sign-in whose password was right.
create function private.return_rate_limit(limit_key text, capacity integer) returns void
  language sql volatile security definer set search_path = ''
  as $$ update private.rate_limits set tokens = least(capacity, tokens + 1) where key = limit_key $$;
revoke execute on function private.return_rate_limit(text, integer) from public;
grant execute on function private.return_rate_limit(text, integer) to service_role, supabase_auth_admin;

create function private.purge_rate_limits(before timestamptz) returns void
  language sql volatile security definer set search_path = ''
  as $$ delete from private.rate_limits where refilled_at < before $$;
revoke execute on function private.purge_rate_limits(timestamptz) from public;
grant execute on function private.purge_rate_limits(timestamptz) to service_role;
