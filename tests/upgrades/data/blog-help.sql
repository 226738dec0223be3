insert into public.ai_generations (id, requested_by, kind, prompt, model, simulated, outcome, result, post_id) values
  ('18000000-0000-4000-8000-000000000001', '0a000000-0000-4000-8000-000000000001', 'article', 'Write about tides', 'sample', true, 'done', '{"title": "Tides"}', '0c000000-0000-4000-8000-000000000001');
