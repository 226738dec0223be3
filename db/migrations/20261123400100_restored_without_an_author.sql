-- A deleted contact comes back with its notes, also where the account that wrote one is gone: there as everywhere the note
-- stays and loses its author. Until now nothing of the contact came back.

-- Inserts rows as they were, all columns but the computed ones. A link that a deletion would have emptied meanwhile is empty.
create or replace function private.put_back(relation text, rows jsonb) returns void
  language plpgsql set search_path = ''
  as $$
declare
  columns text;
  kept text;
begin
  select string_agg(quote_ident(part.attname), ', ' order by part.attnum),
         string_agg(coalesce(link.value, format('back.%I', part.attname)), ', ' order by part.attnum)
  into columns, kept
  from pg_catalog.pg_attribute as part
  left join lateral (
    select format('(select parent.%1$I from %2$s as parent where parent.%1$I = back.%3$I)',
                  target.attname, confrelid::regclass, part.attname) as value
    from pg_catalog.pg_constraint
    join pg_catalog.pg_attribute as target on target.attrelid = confrelid and target.attnum = confkey[1]
    where contype = 'f' and confdeltype = 'n' and conrelid = part.attrelid and conkey = array[part.attnum]
  ) as link on true
  where part.attrelid = relation::regclass and part.attnum > 0 and not part.attisdropped and part.attgenerated = ''
    and rows -> 0 ? part.attname;

  execute format('insert into %1$s (%2$s) overriding system value
                  select %3$s from jsonb_populate_recordset(null::%1$s, $1) as back', relation, columns, kept) using rows;
end
$$;
