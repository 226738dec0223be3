-- PostgreSQL expects that many messages have a word, whatever the word, and read all contacts to leave out those with the search in
-- their names: 0.6 s of a million. Now it reads the contacts that have the word.
create or replace function private.find_similar_contacts(patterns text[], digits text[], words text[]) returns table (id uuid, rank real)
  language plpgsql stable security definer set search_path = '' set pg_trgm.word_similarity_threshold = '0.4'
  as $$
declare
  -- One condition for each pattern: PostgreSQL uses no index for "like all (…)", nor for an expression that may be null.
  conditions constant text[] := array(
    select format(case digits[place] when '' then 'search_key like %L' else '(search_key like %L or phone_key like %L)' end,
                  pattern, digits[place])
    from unnest(patterns) with ordinality as each (pattern, place) order by place);
  near constant text[] := array(
    select format(case when length(word) < 4 then 'search_key like %1$L' else 'search_key operator(extensions.%%>) %2$L' end,
                  patterns[place + 1], word)
    from unnest(words) with ordinality as each (word, place) order by place);
  found_any boolean;
begin
  if not private.is_manager() then
    return;
  end if;
  -- Planned for each search: how many rows have a word depends on the word.
  return query execute format($run$
    select matching.id, min(matching.rank)::real
    from (select id, 1 as rank from public.crm_contacts where %2$s
          union all select id, 2 from public.crm_contacts where notes is not null and to_tsvector('simple', notes) @@ $1
          union all select contact_id, 2 from public.contact_notes where deleted_at is null and to_tsvector('simple', body) @@ $1
          union all select contact_id, 2 from public.communication_logs
            where contact_id is not null and message is not null and to_tsvector('simple', message) @@ $1
          union all select contact_id, 2 from public.contact_submissions
            where contact_id is not null and to_tsvector('simple', message) @@ $1) as matching
    group by matching.id
    having not (select coalesce(%1$s, false) from public.crm_contacts where crm_contacts.id = matching.id) $run$,
    conditions[1], case cardinality(words) when 1 then 'false' else array_to_string(conditions[2:], ' and ') end)
  using private.to_word_query(words);
  if found then
    return;
  end if;
  execute 'select exists (select from public.crm_contacts where ' || conditions[1] || ')' into found_any;
  if not found_any then
    return query execute format($run$
      select id, (4 - extensions.word_similarity(%L, search_key))::real as distance
      from public.crm_contacts where %s order by distance, id limit 100 $run$,
      array_to_string(words, ' '), array_to_string(near, ' and '));
  end if;
end
$$;
