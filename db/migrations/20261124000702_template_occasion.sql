-- When a template is offered: always, or only after a missed call.

alter table public.message_templates
  add column occasion text not null default 'any'
    constraint message_templates_occasion_check check (occasion in ('any', 'missed_call'));

-- The product's own template, whatever admins have made of its words; that is no change of theirs.
alter table public.message_templates disable trigger message_templates_record_change;
alter table public.message_templates disable trigger message_templates_touch_updated_at;
update public.message_templates set occasion = 'missed_call' where name = 'Missed you';
alter table public.message_templates enable trigger message_templates_record_change;
alter table public.message_templates enable trigger message_templates_touch_updated_at;

comment on column public.message_templates.occasion is 'When the template is offered: any time, or only after a missed call.';
