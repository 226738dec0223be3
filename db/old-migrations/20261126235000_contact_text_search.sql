-- A search of contacts that forgives: words in any order, words of notes and messages, and near spellings.

create index crm_contacts_notes_words_idx on public.crm_contacts using gin (to_tsvector('simple', notes)) where notes is not null;
create index contact_notes_words_idx on public.contact_notes using gin (to_tsvector('simple', body));
create index communication_logs_words_idx on public.communication_logs using gin (to_tsvector('simple', message))
  where contact_id is not null and message is not null;
create index contact_submissions_words_idx on public.contact_submissions using gin (to_tsvector('simple', message))
  where contact_id is not null;

-- Contacts that match a search without containing it literally: 1 contains all of its words, 2 has them in a note or a
-- message. If no contact matches at all, near spellings from 3 on, the nearest first. `patterns` are LIKE patterns, of the search
-- and then of its words; `digits` are those for phone numbers, empty where there is none. Returns nothing to others than managers.
create function private.find_similar_contacts(patterns text[], digits text[], words text[]) returns table (id uuid, rank real)
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
  -- Short words only as they are: too many others begin with them. Null if there are no longer ones.
  beginnings constant tsquery := (
    select case when max(letters) >= 3 then string_agg(parsed || case when letters < 3 then '' else ':*' end, ' & ') end
    from unnest(words) as word, cast(plainto_tsquery('simple', word) as text) as parsed, length(translate(parsed, ''' &', '')) as letters
    where letters > 0);
  found_any boolean;
begin
  if not private.is_manager() then
    return;
  end if;
  -- Planned for each search: how many rows have a word depends on the word.
  return query execute format($run$
    select contact.id, min(matching.rank)::real
    from (select id, 1 as rank from public.crm_contacts where %2$s
          union all select id, 2 from public.crm_contacts where notes is not null and to_tsvector('simple', notes) @@ $1
          union all select contact_id, 2 from public.contact_notes where deleted_at is null and to_tsvector('simple', body) @@ $1
          union all select contact_id, 2 from public.communication_logs
            where contact_id is not null and message is not null and to_tsvector('simple', message) @@ $1
          union all select contact_id, 2 from public.contact_submissions
            where contact_id is not null and to_tsvector('simple', message) @@ $1) as matching
    join public.crm_contacts as contact on contact.id = matching.id
    where not coalesce(%1$s, false)
    group by contact.id $run$,
    conditions[1], case cardinality(words) when 1 then 'false' else array_to_string(conditions[2:], ' and ') end)
  using beginnings;
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
grant execute on function private.find_similar_contacts(text[], text[], text[]) to authenticated;
