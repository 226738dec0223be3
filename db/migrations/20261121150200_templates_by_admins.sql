-- Everybody who texts picks a template; what the agency says again and again is for an admin to word.

drop policy message_templates_insert_as_manager on public.message_templates;
drop policy message_templates_update_as_manager on public.message_templates;
drop policy message_templates_delete_as_manager on public.message_templates;

create policy message_templates_insert_as_admin on public.message_templates for insert to authenticated
  with check ((select private.is_admin()));
create policy message_templates_update_as_admin on public.message_templates for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy message_templates_delete_as_admin on public.message_templates for delete to authenticated
  using ((select private.is_admin()));
