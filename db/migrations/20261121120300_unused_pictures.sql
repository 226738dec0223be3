-- Since when a stored picture is in no article, no earlier version of one and nobody's working copy. What is used again is
-- forgotten here; what stays here for long is removed from the store.

create table private.unused_pictures (
  -- `pictures/{hash}-{width}x{height}`
  name text constraint unused_pictures_pkey primary key,
  since timestamptz not null
);
alter table private.unused_pictures enable row level security;

create function private.pictures_in(words text) returns setof text
  language sql immutable set search_path = ''
  as $$
    select found[1] from regexp_matches(words, 'pictures/[0-9a-f]{32}-[0-9]+x[0-9]+', 'g') as found
  $$;

-- Notes which of the store's pictures are in use at `at`. Returns those that have not been since `before`, or earlier.
create function private.find_unused_pictures(stored text[], at timestamptz, before timestamptz) returns text[]
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  used constant text[] := array(
    select distinct name
    from (
      select concat_ws(' ', featured_image, content, excerpt) from public.blog_posts
      union all select concat_ws(' ', featured_image, content, excerpt) from public.post_revisions
      union all select draft::text from public.post_working_copies
    ) as text (words)
    cross join lateral private.pictures_in(words) as name
    where words like '%pictures/%');
begin
  delete from private.unused_pictures where name = any (used) or name <> all (stored);
  insert into private.unused_pictures (name, since)
  select distinct name, at from unnest(stored) as name where name <> all (used)
  on conflict on constraint unused_pictures_pkey do nothing;
  return array(select name from private.unused_pictures where since < before);
end
$$;
revoke execute on function private.pictures_in(text), private.find_unused_pictures(text[], timestamptz, timestamptz) from public;
grant execute on function private.find_unused_pictures(text[], timestamptz, timestamptz) to service_role;
