-- What writing an article needs besides the article: what its picture shows, a time to publish it, and an index for reading
-- the posts of one category.

alter table public.blog_posts
  add column featured_image_alt text constraint blog_posts_featured_image_alt_check check (length(featured_image_alt) <= 500),
  add column scheduled_for timestamptz;
create index blog_posts_published_category_idx on public.blog_posts (category, created_at desc) where published;
create index blog_posts_published_at_idx on public.blog_posts (published_at desc) where published;
create index blog_posts_scheduled_for_idx on public.blog_posts (scheduled_for) where scheduled_for is not null;

-- What is public waits for nothing.
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

-- Every version of an article as it was saved. Written by a trigger, read by admins, changed by nobody.
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

create function private.keep_revision() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.post_revisions (post_id, saved_by, title, slug, content, excerpt, meta_description, featured_image,
                                     featured_image_alt, featured_image_credit, published)
  values (new.id, (select id from public.profiles where id = auth.uid()), new.title, new.slug, new.content, new.excerpt,
          new.meta_description, new.featured_image, new.featured_image_alt, new.featured_image_credit, new.published);
  -- The newest hundred are kept.
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

-- The articles that were there before have their first version now.
insert into public.post_revisions (post_id, saved_by, saved_at, title, slug, content, excerpt, meta_description, featured_image,
                                   featured_image_alt, featured_image_credit, published)
select id, author_id, updated_at, title, slug, content, excerpt, meta_description, featured_image, featured_image_alt,
       featured_image_credit, published
from public.blog_posts;

alter table public.post_revisions enable row level security;
revoke all on public.post_revisions from anon, authenticated, service_role;
grant select on public.post_revisions to service_role, authenticated;

create policy post_revisions_read_as_admin on public.post_revisions for select to authenticated
  using ((select private.is_admin()));

-- What somebody has typed into the form of a saved article and not saved yet: one copy per article and person, seen by
-- that person alone.
create table public.post_working_copies (
  post_id uuid not null constraint post_working_copies_post_id_fkey references public.blog_posts (id) on delete cascade,
  editor_id uuid not null constraint post_working_copies_editor_id_fkey references public.profiles (id) on delete cascade,
  -- The version of the article the typing began with: its updated_at.
  based_on timestamptz not null,
  draft jsonb not null default '{}' constraint post_working_copies_draft_check
    check (jsonb_typeof(draft) = 'object' and length(draft::text) <= 500000),
  updated_at timestamptz not null default now(),
  constraint post_working_copies_pkey primary key (post_id, editor_id)
);
create index post_working_copies_editor_id_idx on public.post_working_copies (editor_id);
create trigger post_working_copies_touch_updated_at before update on public.post_working_copies
  for each row execute function private.touch_updated_at();

alter table public.post_working_copies enable row level security;
revoke all on public.post_working_copies from anon, authenticated, service_role;
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
