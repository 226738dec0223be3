-- Likely duplicates by name: only where both the first and the last name are the same or a slip apart. Phone numbers that stand
-- in for a name, initials and similar surnames say nothing.

-- The letters of a name, without punctuation; null for fewer than two, such as an initial or a phone number.
create function private.letters_of_name(name text) returns text
  language sql immutable set search_path = ''
  as $$
    select case when length(letters) >= 2 then letters end
    from (select regexp_replace(lower(name), '[\s\d!-/:-@\[-`{-~]', '', 'g')) as written (letters)
  $$;

-- The same letters, or one too many; in names of five and more also one wrong.
create function private.is_close_name(one text, other text) returns boolean
  language sql immutable set search_path = ''
  as $$
    select coalesce(one = other or exists (
      select from generate_series(1, greatest(length(one), length(other))) as place
      where case length(one) - length(other)
        when 1 then overlay(one placing '' from place for 1) = other
        when -1 then overlay(other placing '' from place for 1) = one
        when 0 then length(one) >= 5
          and overlay(one placing '' from place for 1) = overlay(other placing '' from place for 1)
      end), false)
  $$;

-- Whether two contacts may be one person by their names. A name of one part counts with the same company only.
create function private.has_close_name(one public.crm_contacts, other public.crm_contacts) returns boolean
  language sql immutable set search_path = ''
  as $$
    select coalesce(private.is_close_name(private.letters_of_name(one.first_name), private.letters_of_name(other.first_name))
      and case when trim(one.last_name) = '' and trim(other.last_name) = '' then one.company_key = other.company_key
               else private.is_close_name(private.letters_of_name(one.last_name), private.letters_of_name(other.last_name))
          end, false)
  $$;
revoke execute on function private.letters_of_name(text), private.is_close_name(text, text),
  private.has_close_name(public.crm_contacts, public.crm_contacts) from public;

create or replace function private.duplicates_of(contact_id uuid)
  returns table (duplicate_id uuid, same_email boolean, same_phone boolean, same_name boolean)
  language sql stable security definer set search_path = '' set pg_trgm.similarity_threshold = '0.5'
  as $$
    select other.id, coalesce(other.email_key = this.email_key, false), coalesce(other.phone_e164 = this.phone_e164, false),
           private.has_close_name(this, other)
    from public.crm_contacts as this
    cross join lateral (
      (select id from public.crm_contacts where email_key = this.email_key limit 20)
      union (select id from public.crm_contacts where phone_e164 = this.phone_e164 limit 20)
      union (select id from public.crm_contacts as named
             where name_key operator(extensions.%) this.name_key and private.has_close_name(this, named) limit 20)
    ) as alike
    join public.crm_contacts as other on other.id = alike.id
    where this.id = duplicates_of.contact_id and other.id <> this.id and (select private.is_manager())
    limit 20
  $$;
