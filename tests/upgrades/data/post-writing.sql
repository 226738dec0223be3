insert into public.post_revisions (id, post_id, saved_by, title, slug, content, published) values
  ('12000000-0000-4000-8000-000000000001', '0c000000-0000-4000-8000-000000000001', '0a000000-0000-4000-8000-000000000001', 'Tides', 'web-development-tides', 'Older text.', true);
insert into public.post_working_copies (post_id, editor_id, based_on, draft) values
  ('0c000000-0000-4000-8000-000000000002', '0a000000-0000-4000-8000-000000000001', '2024-03-05T10:00:00Z', '{"title": "A better draft"}');
update public.blog_posts set featured_image_alt = 'Waves', scheduled_for = '2030-01-01T09:00:00Z' where id = '0c000000-0000-4000-8000-000000000002';
