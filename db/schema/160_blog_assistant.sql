-- Requests to the AI provider and the schedule of automatic drafts. The server alone writes requests; it counts those of a day
-- for the limit, and links a post to the results it uses.

create table public.ai_generations (
  id uuid constraint ai_generations_pkey primary key default gen_random_uuid(),
  requested_by uuid constraint ai_generations_requested_by_fkey references public.profiles (id) on delete set null,
  kind text not null constraint ai_generations_kind_check check (kind in ('article', 'picture')),
  prompt text not null constraint ai_generations_prompt_check check (length(prompt) between 1 and 20000),
  model text not null,
  simulated boolean not null,
  outcome text not null default 'running' constraint ai_generations_outcome_check check (outcome ~ '^[a-z][a-z-]{0,40}$'),
  result jsonb constraint ai_generations_result_check check (jsonb_typeof(result) = 'object'),
  post_id uuid constraint ai_generations_post_id_fkey references public.blog_posts (id) on delete set null,
  created_at timestamptz not null default now()
);
create index ai_generations_requested_by_idx on public.ai_generations (requested_by, created_at desc);
create index ai_generations_post_id_idx on public.ai_generations (post_id);
create index ai_generations_waiting_idx on public.ai_generations (created_at desc) where post_id is null and outcome = 'done';

comment on table public.ai_generations is 'Articles and pictures requested from the AI provider, with their result. Kept so that staff can reuse a result and see what was spent.';
comment on column public.ai_generations.id is 'Primary key.';
comment on column public.ai_generations.requested_by is
  'Profile that asked. For scheduled drafts, the person who set the schedule. Null once that account is gone.';
comment on column public.ai_generations.kind is 'What was requested: article or picture.';
comment on column public.ai_generations.prompt is 'The request in the words sent to the provider.';
comment on column public.ai_generations.model is 'Name of the model that answered.';
comment on column public.ai_generations.simulated is 'True when the sandbox answered instead of a real provider.';
comment on column public.ai_generations.outcome is 'running, done, or one word for why it failed.';
comment on column public.ai_generations.result is
  '{ title, excerpt, content } for an article, { imageUrl } for a picture. Null until done.';
comment on column public.ai_generations.post_id is 'Post the result was used in, if any.';
comment on column public.ai_generations.created_at is 'When the row was created.';

alter table public.ai_generations enable row level security;
grant select, insert, update on public.ai_generations to service_role;
grant select on public.ai_generations to authenticated;
create policy ai_generations_read_as_admin on public.ai_generations for select to authenticated
  using ((select private.is_admin()));

-- Links a saved post to the results whose title, text or picture it uses.
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

create table public.draft_schedule (
  id boolean constraint draft_schedule_pkey primary key default true constraint draft_schedule_id_check check (id),
  every_weeks integer constraint draft_schedule_every_weeks_check check (every_weeks in (1, 2, 4)),
  next_on date,
  author_id uuid constraint draft_schedule_author_id_fkey references public.profiles (id) on delete set null,
  updated_at timestamptz not null default now(),
  taken_until timestamptz,
  attempts integer not null default 0,
  constraint draft_schedule_every_weeks_next_on_check check ((every_weeks is null) = (next_on is null))
);
-- Dates that clients may write (070_contacts.sql says why).
alter table public.draft_schedule
  add constraint draft_schedule_next_on_check check (next_on between '1900-01-01' and '2200-01-01') not valid;
create index draft_schedule_author_id_idx on public.draft_schedule (author_id);

insert into public.draft_schedule default values;

comment on table public.draft_schedule is 'When the next draft is written by itself. One row.';
comment on column public.draft_schedule.id is 'Always true: there is only one row.';
comment on column public.draft_schedule.every_weeks is 'Weeks between drafts. Null: never.';
comment on column public.draft_schedule.next_on is 'Day of the next draft, in the time zone of the business.';
comment on column public.draft_schedule.author_id is 'Author of the drafts: who set the schedule last.';
comment on column public.draft_schedule.updated_at is 'When the row was last changed.';
comment on column public.draft_schedule.taken_until is 'Until then a server copy is writing the draft.';
comment on column public.draft_schedule.attempts is 'How often the draft that is due has been tried.';

create trigger draft_schedule_touch_updated_at before update on public.draft_schedule
  for each row execute function private.touch_updated_at();

alter table public.draft_schedule enable row level security;
grant select, update on public.draft_schedule to service_role;
grant select on public.draft_schedule to authenticated;
grant update (every_weeks, next_on, author_id) on public.draft_schedule to authenticated;
create policy draft_schedule_read_as_admin on public.draft_schedule for select to authenticated
  using ((select private.is_admin()));
create policy draft_schedule_update_as_admin on public.draft_schedule for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()) and author_id = (select auth.uid()));
