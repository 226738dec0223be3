-- Articles, and the addresses they used to have.

create table public.blog_posts (
  id uuid constraint blog_posts_pkey primary key default gen_random_uuid(),
  title text not null constraint blog_posts_title_check check (length(title) between 1 and 300),
  slug text not null constraint blog_posts_slug_key unique
    constraint blog_posts_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 200),
  content text not null default '' constraint blog_posts_content_check check (length(content) <= 200000),
  excerpt text constraint blog_posts_excerpt_check check (length(excerpt) <= 1000),
  -- Our own files or a page on the web: never javascript:, data: or a protocol-relative address.
  featured_image text constraint blog_posts_featured_image_check
    check (featured_image ~ '^(https?://[^\s\\]+|/[^/\s\\][^\s\\]*)$' and length(featured_image) <= 2000),
  featured_image_credit jsonb constraint blog_posts_featured_image_credit_check
    check (jsonb_typeof(featured_image_credit) = 'object'
      and coalesce(featured_image_credit ->> 'link', 'https://') ~ '^https?://'),
  meta_description text constraint blog_posts_meta_description_check check (length(meta_description) <= 500),
  published boolean not null default false,
  published_at timestamptz,
  author_id uuid constraint blog_posts_author_id_fkey references public.profiles (id) on delete set null,
  auto_generated boolean not null default false,
  -- The one place where the category is derived; the browser never sends it.
  category text not null generated always as (coalesce(
    substring(slug from '^(ai-automation|seo-marketing|custom-development|social-media|web-development|technology-trends)-'),
    'general')) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index blog_posts_author_id_idx on public.blog_posts (author_id);
create index blog_posts_created_at_idx on public.blog_posts (created_at desc);
create index blog_posts_published_created_at_idx on public.blog_posts (created_at desc) where published;

create function private.stamp_first_publication() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  -- Once set it stays: whoever knows the first address must be led to every later one.
  if tg_op = 'UPDATE' then
    new.published_at := coalesce(new.published_at, old.published_at);
  end if;
  if new.published then
    new.published_at := coalesce(new.published_at, now());
  end if;
  return new;
end
$$;
create trigger blog_posts_stamp_first_publication before insert or update on public.blog_posts
  for each row execute function private.stamp_first_publication();
create trigger blog_posts_touch_updated_at before update on public.blog_posts
  for each row execute function private.touch_updated_at();
create trigger blog_posts_record_change after insert or update or delete on public.blog_posts
  for each row execute function private.record_change('content');

-- An old address names the post, not another address: a loop cannot be written.
create table public.slug_redirects (
  slug text constraint slug_redirects_pkey primary key,
  post_id uuid not null constraint slug_redirects_post_id_fkey references public.blog_posts (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index slug_redirects_post_id_idx on public.slug_redirects (post_id);

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

alter table public.blog_posts enable row level security;
revoke all on public.blog_posts from anon, authenticated, service_role;
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

alter table public.slug_redirects enable row level security;
revoke all on public.slug_redirects from anon, authenticated, service_role;
grant select, insert, update, delete on public.slug_redirects to service_role;
grant select on public.slug_redirects to anon, authenticated;

create policy slug_redirects_read_published on public.slug_redirects for select to anon, authenticated
  using (exists (select from public.blog_posts as post where post.id = post_id and post.published));
create policy slug_redirects_read_all_as_manager on public.slug_redirects for select to authenticated
  using ((select private.is_manager()));
