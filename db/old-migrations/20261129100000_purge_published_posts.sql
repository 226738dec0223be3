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
revoke execute on function private.purge_published_posts() from public;
