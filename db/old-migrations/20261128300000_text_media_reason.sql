-- Why a file of a text could not be fetched, as a word: the screen offers another attempt only where it can help.

alter table public.text_media
  add column failure text
    constraint text_media_failure_check check (failure in ('gone', 'too large', 'foreign address', 'unreachable'));

comment on column public.text_media.failure is 'Kind of problem. Only unreachable can pass; null while there is no problem.';

update public.text_media
set failure = case problem
  when 'The carrier does not have it any more.' then 'gone'
  when 'It is larger than 5 MB.' then 'too large'
  when 'Its address is not one of the carrier.' then 'foreign address'
  else 'unreachable'
end
where problem is not null;
