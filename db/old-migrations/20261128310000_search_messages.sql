-- Finds single messages and notes by their words, for the command palette.

-- The newest notes come first.
create index contact_notes_created_at_idx on public.contact_notes (created_at desc);

-- A query for texts with all of these words or words that begin with them. Short words only as they are: too many others begin
-- with them. Null if there are no longer ones.
create function private.to_word_query(words text[]) returns tsquery
  language sql immutable set search_path = ''
  as $$
    select case when max(letters) >= 3 then string_agg(parsed || case when letters < 3 then '' else ':*' end, ' & ')::tsquery end
    from unnest(words) as word, cast(plainto_tsquery('simple', word) as text) as parsed, length(translate(parsed, ''' &', '')) as letters
    where letters > 0
  $$;

-- As before, with the query of the function above.
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

-- The newest notes, messages and inquiries of contacts with these words: up to `amount` of each, with the words around a match.
-- `id` is that of contact_timeline. A common word is found among the newest rows, read in their order; a rare one by the index of
-- words, which gives rows in no order: of a word that became rare, up to 5,000 are sorted. Returns nothing to others than managers.
create function private.search_messages(words text[], amount integer)
  returns table (id text, contact_id uuid, kind text, occurred_at timestamptz, excerpt text)
  language plpgsql stable security definer set search_path = ''
  -- A scan of a whole table would look cheap for a word of many rows, and read a million of them for one that became rare.
  set enable_seqscan = off
  as $$
declare
  wanted constant tsquery := private.to_word_query(words);
  source record;
  recent text;
  condition text;
  is_common boolean;
begin
  if wanted is null or not private.is_manager() then
    return;
  end if;
  for source in
    select * from (values
      ('communication_logs', '''log ''', 'type', 'created_at', 'message', 'message is not null and contact_id is not null'),
      ('contact_notes', '''note ''', '''note''', 'created_at', 'body', 'deleted_at is null'),
      ('contact_submissions', '''submission ''', '''submission''', 'received_at', 'message', 'contact_id is not null')
    ) as each (name, prefix, kind, at, words, condition)
  loop
    recent := format('(select * from public.%I order by %I desc limit 1000)', source.name, source.at);
    condition := format('%s and to_tsvector(''simple'', %s) @@ $1', source.condition, source.words);
    execute format('select count(*) >= $2 from (select from %s as newest where %s limit $2) as matching', recent, condition)
    into is_common using wanted, amount;
    return query execute format($run$
      select %1$s || id, contact_id, %2$s, %3$s,
             case when length(%4$s) <= 120 then %4$s
                  else ts_headline('simple', %4$s, $1, 'StartSel="", StopSel="", MaxFragments=1, MaxWords=16, MinWords=8') end
      from (select * from (select * from %5$s as entry where %6$s limit 5000) as matching order by %3$s desc limit $2) as newest $run$,
      source.prefix, source.kind, source.at, source.words,
      case when is_common then recent else 'public.' || source.name end, condition)
    using wanted, amount;
  end loop;
end
$$;
grant execute on function private.search_messages(text[], integer) to authenticated;
