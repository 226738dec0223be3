-- The trail holds what changed of a long text, not all of it before and after: notes to which every form adds a paragraph
-- would otherwise be in it again with each, twice.

-- How many characters two texts begin with alike.
create function private.alike_from_start(one text, other text) returns integer
  language plpgsql immutable set search_path = ''
  as $$
declare
  alike integer := 0;
  most integer := least(length(one), length(other));
  middle integer;
begin
  -- What grows, mostly grows at its end.
  if starts_with(other, one) then
    return length(one);
  end if;
  while alike < most loop
    middle := (alike + most + 1) / 2;
    if left(one, middle) = left(other, middle) then alike := middle; else most := middle - 1; end if;
  end loop;
  return alike;
end
$$;

-- { "old": …, "new": … } of a column. Of two long texts the part that differs, with a few characters around it; "…" stands
-- for what is the same.
create function private.changed_part(before jsonb, after jsonb) returns jsonb
  language plpgsql immutable set search_path = ''
  as $$
declare
  -- Texts up to here are kept whole.
  short constant integer := 200;
  around constant integer := 20;
  one text := before #>> '{}';
  other text := after #>> '{}';
  alike integer;
begin
  if jsonb_typeof(before) is distinct from 'string' or jsonb_typeof(after) is distinct from 'string'
     or greatest(length(one), length(other)) <= short then
    return jsonb_build_object('old', before, 'new', after);
  end if;
  alike := private.alike_from_start(one, other) - around;
  if alike > 1 then
    one := '…' || substr(one, alike + 1);
    other := '…' || substr(other, alike + 1);
  end if;
  alike := private.alike_from_start(reverse(one), reverse(other)) - around;
  if alike > 1 then
    one := left(one, -alike) || '…';
    other := left(other, -alike) || '…';
  end if;
  return jsonb_build_object('old', one, 'new', other);
end
$$;
revoke execute on function private.alike_from_start(text, text), private.changed_part(jsonb, jsonb) from public;

create or replace function private.record_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  before constant jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  after constant jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  changed jsonb;
begin
  select coalesce(jsonb_object_agg(key, case
           when key = any (tg_argv) then '{}'
           else private.changed_part(before -> key, after -> key)
         end), '{}')
  into changed
  from jsonb_object_keys(before || after) as key
  where before -> key is distinct from after -> key and key not in ('created_at', 'updated_at') and key not like '%\_key';

  if changed <> '{}' then
    insert into public.audit_log (actor, actor_role, action, table_name, row_id, changes)
    values (auth.uid(), coalesce(auth.role(), session_user), lower(tg_op), tg_table_name,
            (coalesce(after ->> 'id', before ->> 'id'))::uuid, changed);
  end if;
  return null;
end
$$;
