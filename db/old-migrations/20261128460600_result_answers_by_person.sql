-- Counts an answer for the person who replied, not for the owner of the contact.

-- The first inquiry of each of these leads and its first reply. `owner_id` is the person who replied; without a reply, or if its
-- author is unknown, the contact's owner. `owner` filters by that person.
create or replace function private.result_answers(monday date, weeks integer, owner text)
  returns table (contact_id uuid, name text, owner_id uuid, received_at timestamptz, replied_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select answer.* from (
      select distinct on (lead.id) lead.id,
        coalesce(nullif(trim(concat_ws(' ', lead.first_name, lead.last_name)), ''), lead.email, lead.phone),
        coalesce(reply.replied_by, lead.owner_id) as person_id, reply.received_at, reply.replied_at
      from private.result_leads(monday, weeks, null) as lead
      join public.submission_replies as reply on reply.contact_id = lead.id
      order by lead.id, reply.received_at, reply.submission_id) as answer
    where owner is null or person_id is not distinct from nullif(owner, 'none')::uuid
  $$;
