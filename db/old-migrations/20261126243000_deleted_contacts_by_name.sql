-- Imports also recognize deleted contacts by their name and the unreadable address in their notes.
create index deleted_contacts_name_key_idx on public.deleted_contacts ((contact ->> 'name_key'));
