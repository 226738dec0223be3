-- Changes staff see without reloading. Our own server has `realtime.enable`, a hosted project a publication.

do $$
declare
  live regclass;
begin
  foreach live in array array['public.crm_contacts', 'public.communication_logs', 'public.notifications',
                              'public.blog_posts']::regclass[] loop
    if to_regprocedure('realtime.enable(regclass)') is not null then
      execute format('select realtime.enable(%L)', live);
    elsif exists (select from pg_publication where pubname = 'supabase_realtime') then
      execute format('alter publication supabase_realtime add table %s', live);
    end if;
  end loop;
end
$$;
