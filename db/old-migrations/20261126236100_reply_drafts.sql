-- Drafts of replies count as requests to the AI provider. Their prompt and result are not kept: they hold words of people outside.
alter table public.ai_generations
  drop constraint ai_generations_kind_check,
  add constraint ai_generations_kind_check check (kind in ('article', 'picture', 'reply')) not valid;

comment on column public.ai_generations.kind is 'What was requested: article, picture or reply.';
comment on column public.ai_generations.prompt is 'The request in the words sent to the provider. For a reply, only its channel.';
comment on column public.ai_generations.result is
  '{ title, excerpt, content } for an article, { imageUrl } for a picture, nothing for a reply. Null until done.';
