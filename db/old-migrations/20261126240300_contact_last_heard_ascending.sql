-- Those who have been quiet for longest first. The other index has the contacts nobody heard from at its other end.
create index crm_contacts_last_heard_key_ascending_idx on public.crm_contacts (last_heard_key, id);
