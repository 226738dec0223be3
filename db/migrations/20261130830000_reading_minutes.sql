-- Lists show how long an article takes to read, without reading the article.
-- Safe while the older copy serves: it neither reads nor writes the column. 238 words a minute on screen (Brysbaert 2019, English); a
-- word is what stands between spaces and contains a letter or digit. Pictures do not count.
alter table public.blog_posts
  add column reading_minutes smallint not null generated always as (greatest(1, round(
    regexp_count(regexp_replace(content, '!\[[^][\n]*\]\([^()\n]*\)', ' ', 'g'), '[[:alnum:]]\S*') / 238.0))::smallint) stored;
comment on column public.blog_posts.reading_minutes is 'Minutes to read the article, at least one. Generated.';

create or replace view public.post_search with (security_invoker = false) as
  select title, slug, excerpt, featured_image, category, created_at, updated_at, id, search_key, reading_minutes
  from public.blog_posts
  where published;
comment on column public.post_search.reading_minutes is 'Minutes to read the article.';

-- The log leaves out the minutes: they follow from the text.
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
  where before -> key is distinct from after -> key
    and key not in ('created_at', 'updated_at', 'reading_minutes') and key not like '%\_key';

  if changed <> '{}' then
    insert into public.audit_log (actor, actor_role, action, table_name, row_id, changes, import_id)
    values (auth.uid(), coalesce(auth.role(), session_user), lower(tg_op), tg_table_name,
            (coalesce(after ->> 'id', before ->> 'id'))::uuid, changed,
            nullif(current_setting('private.import_id', true), '')::uuid);
  end if;
  return null;
end
$$;
