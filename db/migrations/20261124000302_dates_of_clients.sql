-- A date a client may write is one of a calendar: 'infinity' or the year 200000 breaks whatever shows it.

do $$
declare
  writable record;
begin
  for writable in
    select * from (values
      ('blog_posts', 'created_at'), ('blog_posts', 'updated_at'), ('blog_posts', 'published_at'),
      ('blog_posts', 'scheduled_for'), ('crm_contacts', 'created_at'), ('crm_contacts', 'updated_at'),
      ('post_working_copies', 'based_on'), ('post_working_copies', 'updated_at'),
      ('message_templates', 'created_at'), ('message_templates', 'updated_at'),
      ('draft_schedule', 'next_on')) as listed (relation, name)
  loop
    execute format('update public.%I set %I = now() where %2$I not between ''1900-01-01'' and ''2200-01-01''',
                   writable.relation, writable.name);
    execute format('alter table public.%I add constraint %I check (%I between ''1900-01-01'' and ''2200-01-01'') not valid',
                   writable.relation, writable.relation || '_' || writable.name || '_check', writable.name);
  end loop;
end
$$;
