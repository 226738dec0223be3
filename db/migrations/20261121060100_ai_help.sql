-- What the models were asked, for whom, and what came of it. Written by the server alone: it counts the day's requests
-- here, and it is how a post tells where its words and its picture came from.

create table public.ai_generations (
  id uuid constraint ai_generations_pkey primary key default gen_random_uuid(),
  -- What the schedule asks for is in the name of who set it. Null for people who are gone.
  requested_by uuid constraint ai_generations_requested_by_fkey references public.profiles (id) on delete set null,
  kind text not null constraint ai_generations_kind_check check (kind in ('article', 'picture')),
  prompt text not null constraint ai_generations_prompt_check check (length(prompt) between 1 and 20000),
  model text not null,
  simulated boolean not null,
  -- "done", or in a word why not.
  outcome text not null default 'running' constraint ai_generations_outcome_check check (outcome ~ '^[a-z][a-z-]{0,40}$'),
  -- { title, excerpt, content } or { imageUrl }
  result jsonb constraint ai_generations_result_check check (jsonb_typeof(result) = 'object'),
  post_id uuid constraint ai_generations_post_id_fkey references public.blog_posts (id) on delete set null,
  created_at timestamptz not null default now()
);
create index ai_generations_requested_by_idx on public.ai_generations (requested_by, created_at desc);
create index ai_generations_post_id_idx on public.ai_generations (post_id);
create index ai_generations_waiting_idx on public.ai_generations (created_at desc) where post_id is null and outcome = 'done';

alter table public.ai_generations enable row level security;
revoke all on public.ai_generations from anon, authenticated, service_role;
grant select, insert, update on public.ai_generations to service_role;
grant select on public.ai_generations to authenticated;

create policy ai_generations_read_as_admin on public.ai_generations for select to authenticated
  using ((select private.is_admin()));

-- Whoever saves a post with a generated title, text or picture ties it to what was asked for it, by whichever form.
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

-- When the server writes a draft by itself: one row, set by admins in the blog tab.
create table public.draft_schedule (
  id boolean constraint draft_schedule_pkey primary key default true constraint draft_schedule_id_check check (id),
  -- Null: never.
  every_weeks integer constraint draft_schedule_every_weeks_check check (every_weeks in (1, 2, 4)),
  -- A day of the business's own time zone.
  next_on date,
  -- In whose name the drafts are: who set the schedule last.
  author_id uuid constraint draft_schedule_author_id_fkey references public.profiles (id) on delete set null,
  updated_at timestamptz not null default now(),
  constraint draft_schedule_every_weeks_next_on_check check ((every_weeks is null) = (next_on is null))
);
create index draft_schedule_author_id_idx on public.draft_schedule (author_id);
create trigger draft_schedule_touch_updated_at before update on public.draft_schedule
  for each row execute function private.touch_updated_at();
insert into public.draft_schedule default values;

alter table public.draft_schedule enable row level security;
revoke all on public.draft_schedule from anon, authenticated, service_role;
grant select, update on public.draft_schedule to service_role;
grant select on public.draft_schedule to authenticated;
grant update (every_weeks, next_on, author_id) on public.draft_schedule to authenticated;

create policy draft_schedule_read_as_admin on public.draft_schedule for select to authenticated
  using ((select private.is_admin()));
create policy draft_schedule_update_as_admin on public.draft_schedule for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()) and author_id = (select auth.uid()));
