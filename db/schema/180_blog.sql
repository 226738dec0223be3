-- Articles, their earlier addresses and versions, unsaved edits, pictures that no article uses, and articles written by an AI
-- provider.

create table public.blog_posts (
  id uuid constraint blog_posts_pkey primary key default gen_random_uuid(),
  title text not null constraint blog_posts_title_check check (length(title) between 1 and 300),
  slug text not null constraint blog_posts_slug_key unique
    constraint blog_posts_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 200),
  content text not null default '' constraint blog_posts_content_check check (length(content) <= 200000),
  excerpt text constraint blog_posts_excerpt_check check (length(excerpt) <= 1000),
  -- Never javascript:, data: or a protocol-relative address.
  featured_image text constraint blog_posts_featured_image_check
    check (featured_image ~ '^(https?://[^\s\\]+|/[^/\s\\][^\s\\]*)$' and length(featured_image) <= 2000),
  featured_image_credit jsonb constraint blog_posts_featured_image_credit_check
    check (jsonb_typeof(featured_image_credit) = 'object'
      and coalesce(featured_image_credit ->> 'link', 'https://') ~ '^https?://'),
  meta_description text constraint blog_posts_meta_description_check check (length(meta_description) <= 500),
  published boolean not null default false,
  -- Dates that clients may write (060_contacts.sql says why).
  published_at timestamptz
    constraint blog_posts_published_at_check check (published_at between '1900-01-01' and '2200-01-01'),
  author_id uuid constraint blog_posts_author_id_fkey references public.profiles (id) on delete set null,
  auto_generated boolean not null default false,
  -- Derived here only; the browser never sends it.
  category text not null generated always as (coalesce(
    substring(slug from '^(ai-automation|seo-marketing|custom-development|social-media|web-development|technology-trends)-'),
    'general')) stored,
  created_at timestamptz not null default now()
    constraint blog_posts_created_at_check check (created_at between '1900-01-01' and '2200-01-01'),
  updated_at timestamptz not null default now()
    constraint blog_posts_updated_at_check check (updated_at between '1900-01-01' and '2200-01-01'),
  featured_image_alt text constraint blog_posts_featured_image_alt_check check (length(featured_image_alt) <= 500),
  scheduled_for timestamptz
    constraint blog_posts_scheduled_for_check check (scheduled_for between '1900-01-01' and '2200-01-01'),
  search_key text not null generated always as (lower(title || ' ' || coalesce(excerpt, ''))) stored
);
create index blog_posts_author_id_idx on public.blog_posts (author_id);
create index blog_posts_created_at_idx on public.blog_posts (created_at desc);
create index blog_posts_published_created_at_idx on public.blog_posts (created_at desc) where published;
create index blog_posts_published_category_idx on public.blog_posts (category, created_at desc) where published;
create index blog_posts_scheduled_for_idx on public.blog_posts (scheduled_for) where scheduled_for is not null;
create index blog_posts_search_key_idx on public.blog_posts using gin (search_key extensions.gin_trgm_ops) where published;

comment on table public.blog_posts is 'Articles of the blog, published and drafts.';
comment on column public.blog_posts.id is 'Primary key.';
comment on column public.blog_posts.title is 'Headline.';
comment on column public.blog_posts.slug is
  'Last part of the address. The prefix decides the category; earlier slugs are in slug_redirects.';
comment on column public.blog_posts.content is 'Article in Markdown.';
comment on column public.blog_posts.excerpt is 'Short text for lists and feeds.';
comment on column public.blog_posts.featured_image is 'Address of the picture at the top: our own file or a page on the web.';
comment on column public.blog_posts.featured_image_credit is 'Photographer and source of a stock photo: { name, link, … }.';
comment on column public.blog_posts.meta_description is 'Description for search engines.';
comment on column public.blog_posts.published is 'Whether visitors can read the article.';
comment on column public.blog_posts.published_at is
  'When it was first published. Never changes afterwards, even if the article is withdrawn.';
comment on column public.blog_posts.author_id is 'Author. Null once that account is gone.';
comment on column public.blog_posts.auto_generated is 'True for drafts written by the schedule.';
comment on column public.blog_posts.category is 'Derived from the prefix of the slug; never written.';
comment on column public.blog_posts.created_at is 'Date shown to readers: creation, or the first publication of a draft.';
comment on column public.blog_posts.updated_at is 'When the row was last changed.';
comment on column public.blog_posts.featured_image_alt is 'Alternative text of the picture.';
comment on column public.blog_posts.scheduled_for is 'When the draft is to be published by itself. Null: not scheduled.';
comment on column public.blog_posts.search_key is 'Title and excerpt in lower case, for searching. Generated.';

create trigger blog_posts_touch_updated_at before update on public.blog_posts
  for each row execute function private.touch_updated_at();
create trigger blog_posts_record_change after insert or update or delete on public.blog_posts
  for each row execute function private.record_change('content');

alter table public.blog_posts enable row level security;
grant select, insert, update, delete on public.blog_posts to service_role;
grant select on public.blog_posts to anon;
grant select, insert, update, delete on public.blog_posts to authenticated;
create policy blog_posts_read_published on public.blog_posts for select to anon, authenticated
  using (published);
create policy blog_posts_read_all_as_manager on public.blog_posts for select to authenticated
  using ((select private.is_manager()));
create policy blog_posts_insert_as_admin on public.blog_posts for insert to authenticated
  with check ((select private.is_admin()) and author_id = (select auth.uid()));
create policy blog_posts_update_as_admin on public.blog_posts for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy blog_posts_delete_as_admin on public.blog_posts for delete to authenticated
  using ((select private.is_admin()));
select private.enable_realtime('public.blog_posts');

-- Has the condition of the policy itself, for the same reason as contact_search.
create view public.post_search with (security_invoker = false) as
  select title, slug, excerpt, featured_image, category, created_at, updated_at, id, search_key
  from public.blog_posts
  where published;

comment on view public.post_search is 'Published posts for searching. A view, because row-level security on the table would keep LIKE from using its index.';
comment on column public.post_search.title is 'Headline.';
comment on column public.post_search.slug is 'Last part of the address.';
comment on column public.post_search.excerpt is 'Short text.';
comment on column public.post_search.featured_image is 'Address of the picture.';
comment on column public.post_search.category is 'Category.';
comment on column public.post_search.created_at is 'Date shown to readers.';
comment on column public.post_search.updated_at is 'When the row was last changed.';
comment on column public.post_search.id is 'Id of the post.';
comment on column public.post_search.search_key is 'Title and excerpt in lower case.';

grant select on public.post_search to anon, authenticated;

-- Also moves created_at, which lists and feeds show and sort by: an old draft would appear among old articles.
create function private.stamp_first_publication() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  -- Never cleared: it decides which old addresses redirect.
  if tg_op = 'UPDATE' then
    new.published_at := coalesce(new.published_at, old.published_at);
  end if;
  if new.published then
    new.published_at := coalesce(new.published_at, now());
    if tg_op = 'UPDATE' and old.published_at is null and new.created_at = old.created_at then
      new.created_at := new.published_at;
    end if;
  end if;
  return new;
end
$$;
create trigger blog_posts_stamp_first_publication before insert or update on public.blog_posts
  for each row execute function private.stamp_first_publication();

create function private.end_schedule() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.scheduled_for := null;
  return new;
end
$$;
create trigger blog_posts_end_schedule before insert or update on public.blog_posts
  for each row when (new.published) execute function private.end_schedule();

-- Every server copy caches public pages; this invalidates them when the change commits.
create function private.announce_changed_pages() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  perform pg_catalog.pg_notify('pages_changed', '');
  return null;
end
$$;
create trigger blog_posts_announce_changed_pages
  after insert or update or delete or truncate on public.blog_posts
  for each statement execute function private.announce_changed_pages();

-- A CDN in front of the site keeps public pages until the site purges them. The job is written in the transaction of the change.
-- The delay lets every server copy forget its own pages first.
create function private.purge_published_posts() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if (tg_op <> 'INSERT' and old.published) or (tg_op <> 'DELETE' and new.published) then
    insert into public.jobs (queue, payload, lane, run_at)
    values ('purges', '{}', 'purges', clock_timestamp() + interval '200 milliseconds');
  end if;
  return null;
end
$$;
create trigger blog_posts_purge_published_posts after insert or update or delete on public.blog_posts
  for each row execute function private.purge_published_posts();

-- Redirects point to the post, not to an address, so they cannot form a loop.
create table public.slug_redirects (
  slug text constraint slug_redirects_pkey primary key,
  post_id uuid not null constraint slug_redirects_post_id_fkey references public.blog_posts (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index slug_redirects_post_id_idx on public.slug_redirects (post_id);

comment on table public.slug_redirects is 'Earlier addresses of published posts.';
comment on column public.slug_redirects.slug is 'Earlier slug.';
comment on column public.slug_redirects.post_id is 'Post it leads to.';
comment on column public.slug_redirects.created_at is 'When the row was created.';

alter table public.slug_redirects enable row level security;
grant select, insert, update, delete on public.slug_redirects to service_role;
grant select on public.slug_redirects to anon, authenticated;
create policy slug_redirects_read_published on public.slug_redirects for select to anon, authenticated
  using (exists (select from public.blog_posts as post where post.id = post_id and post.published));
create policy slug_redirects_read_all_as_manager on public.slug_redirects for select to authenticated
  using ((select private.is_manager()));

create function private.keep_old_address() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from public.slug_redirects where slug = new.slug;
  if tg_op = 'UPDATE' and old.published_at is not null then
    insert into public.slug_redirects (slug, post_id) values (old.slug, new.id)
    on conflict on constraint slug_redirects_pkey do update set post_id = excluded.post_id;
  end if;
  return null;
end
$$;
create trigger blog_posts_keep_old_address_on_insert after insert on public.blog_posts
  for each row execute function private.keep_old_address();
create trigger blog_posts_keep_old_address_on_update after update of slug on public.blog_posts
  for each row when (old.slug <> new.slug) execute function private.keep_old_address();

create table public.post_revisions (
  id uuid constraint post_revisions_pkey primary key default gen_random_uuid(),
  post_id uuid not null constraint post_revisions_post_id_fkey references public.blog_posts (id) on delete cascade,
  saved_by uuid constraint post_revisions_saved_by_fkey references public.profiles (id) on delete set null,
  saved_at timestamptz not null default clock_timestamp(),
  title text not null,
  slug text not null,
  content text not null,
  excerpt text,
  meta_description text,
  featured_image text,
  featured_image_alt text,
  featured_image_credit jsonb,
  published boolean not null
);
create index post_revisions_post_id_idx on public.post_revisions (post_id, saved_at desc);
create index post_revisions_saved_by_idx on public.post_revisions (saved_by);

comment on table public.post_revisions is 'Saved versions of posts, the newest hundred of each.';
comment on column public.post_revisions.id is 'Primary key.';
comment on column public.post_revisions.post_id is 'Post it is a version of.';
comment on column public.post_revisions.saved_by is 'Profile that saved it.';
comment on column public.post_revisions.saved_at is 'When it was saved.';
comment on column public.post_revisions.title is 'Headline of this version.';
comment on column public.post_revisions.slug is 'Address of this version.';
comment on column public.post_revisions.content is 'Article of this version, in Markdown.';
comment on column public.post_revisions.excerpt is 'Short text of this version.';
comment on column public.post_revisions.meta_description is 'Description of this version.';
comment on column public.post_revisions.featured_image is 'Picture of this version.';
comment on column public.post_revisions.featured_image_alt is 'Alternative text of that picture.';
comment on column public.post_revisions.featured_image_credit is 'Photographer and source of that picture.';
comment on column public.post_revisions.published is 'Whether this version was public.';

alter table public.post_revisions enable row level security;
grant select on public.post_revisions to service_role, authenticated;
create policy post_revisions_read_as_admin on public.post_revisions for select to authenticated
  using ((select private.is_admin()));

create function private.keep_revision() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.post_revisions (post_id, saved_by, title, slug, content, excerpt, meta_description, featured_image,
                                     featured_image_alt, featured_image_credit, published)
  values (new.id, (select id from public.profiles where id = auth.uid()), new.title, new.slug, new.content, new.excerpt,
          new.meta_description, new.featured_image, new.featured_image_alt, new.featured_image_credit, new.published);
  delete from public.post_revisions
  where post_id = new.id and id in (
    select id from public.post_revisions where post_id = new.id order by saved_at desc offset 100);
  return null;
end
$$;
create trigger blog_posts_keep_first_revision after insert on public.blog_posts
  for each row execute function private.keep_revision();
create trigger blog_posts_keep_revision after update on public.blog_posts
  for each row when (
    (old.title, old.slug, old.content, old.excerpt, old.meta_description, old.featured_image, old.featured_image_alt,
     old.featured_image_credit, old.published)
    is distinct from
    (new.title, new.slug, new.content, new.excerpt, new.meta_description, new.featured_image, new.featured_image_alt,
     new.featured_image_credit, new.published))
  execute function private.keep_revision();

-- One copy per post and editor; only that editor reads it.
create table public.post_working_copies (
  post_id uuid not null constraint post_working_copies_post_id_fkey references public.blog_posts (id) on delete cascade,
  editor_id uuid not null constraint post_working_copies_editor_id_fkey references public.profiles (id) on delete cascade,
  -- Dates that clients may write (060_contacts.sql says why).
  based_on timestamptz not null
    constraint post_working_copies_based_on_check check (based_on between '1900-01-01' and '2200-01-01'),
  draft jsonb not null default '{}' constraint post_working_copies_draft_check
    check (jsonb_typeof(draft) = 'object' and length(draft::text) <= 500000),
  updated_at timestamptz not null default now()
    constraint post_working_copies_updated_at_check check (updated_at between '1900-01-01' and '2200-01-01'),
  constraint post_working_copies_pkey primary key (post_id, editor_id)
);
create index post_working_copies_editor_id_idx on public.post_working_copies (editor_id);

comment on table public.post_working_copies is 'Unsaved changes of an editor to a post.';
comment on column public.post_working_copies.post_id is 'Post that is edited.';
comment on column public.post_working_copies.editor_id is 'Profile that edits it.';
comment on column public.post_working_copies.based_on is 'updated_at of the post when the editing began.';
comment on column public.post_working_copies.draft is 'Changed fields.';
comment on column public.post_working_copies.updated_at is 'When the row was last changed.';

create trigger post_working_copies_touch_updated_at before update on public.post_working_copies
  for each row execute function private.touch_updated_at();

alter table public.post_working_copies enable row level security;
grant select, insert, update, delete on public.post_working_copies to service_role, authenticated;
create policy post_working_copies_read_own on public.post_working_copies for select to authenticated
  using ((select private.is_admin()) and editor_id = (select auth.uid()));
create policy post_working_copies_insert_own on public.post_working_copies for insert to authenticated
  with check ((select private.is_admin()) and editor_id = (select auth.uid()));
create policy post_working_copies_update_own on public.post_working_copies for update to authenticated
  using ((select private.is_admin()) and editor_id = (select auth.uid()))
  with check ((select private.is_admin()) and editor_id = (select auth.uid()));
create policy post_working_copies_delete_own on public.post_working_copies for delete to authenticated
  using ((select private.is_admin()) and editor_id = (select auth.uid()));

-- A picture that is used again is removed from this table; one that stays here for long is deleted from the store.
create table private.unused_pictures (
  -- `pictures/{hash}-{width}x{height}`
  name text constraint unused_pictures_pkey primary key,
  since timestamptz not null
);

comment on table private.unused_pictures is 'Stored pictures that no post uses.';
comment on column private.unused_pictures.name is 'Name of the file.';
comment on column private.unused_pictures.since is 'Since when it is unused.';

alter table private.unused_pictures enable row level security;

create function private.pictures_in(words text) returns setof text
  language sql immutable set search_path = ''
  as $$
    select found[1] from regexp_matches(words, 'pictures/[0-9a-f]{32}-[0-9]+x[0-9]+', 'g') as found
  $$;

-- Updates unused_pictures as of `at` from the names in the store. Returns those unused since before `before`.
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
grant execute on function private.find_unused_pictures(text[], timestamptz, timestamptz) to service_role;

-- Requests to the AI provider. The server alone writes them; it counts those of a day for the limit, and links a post to the
-- results it uses. Drafts of replies count, too, without their prompt and result: these hold words of people outside.
create table public.ai_generations (
  id uuid constraint ai_generations_pkey primary key default gen_random_uuid(),
  requested_by uuid constraint ai_generations_requested_by_fkey references public.profiles (id) on delete set null,
  kind text not null constraint ai_generations_kind_check check (kind in ('article', 'picture', 'reply')),
  prompt text not null constraint ai_generations_prompt_check check (length(prompt) between 1 and 20000),
  model text not null,
  simulated boolean not null,
  outcome text not null default 'running' constraint ai_generations_outcome_check check (outcome ~ '^[a-z][a-z-]{0,40}$'),
  result jsonb constraint ai_generations_result_check check (jsonb_typeof(result) = 'object'),
  post_id uuid constraint ai_generations_post_id_fkey references public.blog_posts (id) on delete set null,
  created_at timestamptz not null default now()
);
create index ai_generations_requested_by_idx on public.ai_generations (requested_by, created_at desc);
create index ai_generations_post_id_idx on public.ai_generations (post_id);
create index ai_generations_waiting_idx on public.ai_generations (created_at desc) where post_id is null and outcome = 'done';

comment on table public.ai_generations is 'Articles and pictures requested from the AI provider, with their result. Kept so that staff can reuse a result and see what was spent.';
comment on column public.ai_generations.id is 'Primary key.';
comment on column public.ai_generations.requested_by is
  'Profile that asked. For scheduled drafts, the person who set the schedule. Null once that account is gone.';
comment on column public.ai_generations.kind is 'What was requested: article, picture or reply.';
comment on column public.ai_generations.prompt is 'The request in the words sent to the provider. For a reply, only its channel.';
comment on column public.ai_generations.model is 'Name of the model that answered.';
comment on column public.ai_generations.simulated is 'True when the sandbox answered instead of a real provider.';
comment on column public.ai_generations.outcome is 'running, done, or one word for why it failed.';
comment on column public.ai_generations.result is
  '{ title, excerpt, content } for an article, { imageUrl } for a picture, nothing for a reply. Null until done.';
comment on column public.ai_generations.post_id is 'Post the result was used in, if any.';
comment on column public.ai_generations.created_at is 'When the row was created.';

alter table public.ai_generations enable row level security;
grant select, insert, update on public.ai_generations to service_role;
grant select on public.ai_generations to authenticated;
create policy ai_generations_read_as_admin on public.ai_generations for select to authenticated
  using ((select private.is_admin()));

-- Links a saved post to the results whose title, text or picture it uses.
create function private.link_generations() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.ai_generations set post_id = new.id
  where post_id is null and outcome = 'done' and requested_by is not distinct from coalesce(auth.uid(), new.author_id)
    and (result ->> 'imageUrl' = new.featured_image or result ->> 'title' = new.title or result ->> 'content' = new.content);
  return null;
end
$$;
create trigger blog_posts_link_generations after insert or update of title, content, featured_image on public.blog_posts
  for each row execute function private.link_generations();

create table public.draft_schedule (
  id boolean constraint draft_schedule_pkey primary key default true constraint draft_schedule_id_check check (id),
  every_weeks integer constraint draft_schedule_every_weeks_check check (every_weeks in (1, 2, 4)),
  -- A date that clients may write (060_contacts.sql says why).
  next_on date constraint draft_schedule_next_on_check check (next_on between '1900-01-01' and '2200-01-01'),
  author_id uuid constraint draft_schedule_author_id_fkey references public.profiles (id) on delete set null,
  updated_at timestamptz not null default now(),
  constraint draft_schedule_every_weeks_next_on_check check ((every_weeks is null) = (next_on is null))
);
create index draft_schedule_author_id_idx on public.draft_schedule (author_id);

insert into public.draft_schedule default values;

comment on table public.draft_schedule is 'When the next draft is written by itself. One row.';
comment on column public.draft_schedule.id is 'Always true: there is only one row.';
comment on column public.draft_schedule.every_weeks is 'Weeks between drafts. Null: never.';
comment on column public.draft_schedule.next_on is 'Day of the next draft, in the time zone of the business.';
comment on column public.draft_schedule.author_id is 'Author of the drafts: who set the schedule last.';
comment on column public.draft_schedule.updated_at is 'When the row was last changed.';

create trigger draft_schedule_touch_updated_at before update on public.draft_schedule
  for each row execute function private.touch_updated_at();

alter table public.draft_schedule enable row level security;
grant select, update on public.draft_schedule to service_role;
grant select on public.draft_schedule to authenticated;
grant update (every_weeks, next_on, author_id) on public.draft_schedule to authenticated;
create policy draft_schedule_read_as_admin on public.draft_schedule for select to authenticated
  using ((select private.is_admin()));
create policy draft_schedule_update_as_admin on public.draft_schedule for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()) and author_id = (select auth.uid()));
