-- Every process keeps finished public pages; whoever changes what they show tells all of them, when the change commits.

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
