-- Files of contacts on their way in: what was in the file, what became of each row, and what it takes to undo it.

create table public.contact_imports (
  id uuid constraint contact_imports_pkey primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  created_by uuid constraint contact_imports_created_by_fkey references public.profiles (id) on delete set null,
  file_name text not null constraint contact_imports_file_name_check check (length(file_name) between 1 and 255),
  encoding text not null
    constraint contact_imports_encoding_check check (encoding in ('utf-8', 'utf-16le', 'utf-16be', 'windows-1252')),
  delimiter text not null constraint contact_imports_delimiter_check check (delimiter in (',', ';', e'\t')),
  columns jsonb not null default '[]' constraint contact_imports_columns_check check (jsonb_typeof(columns) = 'array'),
  row_count integer not null default 0,
  state text not null default 'reading' constraint contact_imports_state_check check (state in (
    'reading', 'read', 'checking', 'checked', 'importing', 'imported', 'undoing', 'undone', 'closed')),
  -- Which column is which field, and what to do with contacts who are known already.
  settings jsonb not null default '{}',
  -- Rows done in the present state.
  progress integer not null default 0,
  -- Rows by their outcome.
  summary jsonb not null default '{}',
  -- Why it ended otherwise than asked for, in words for the person who reads it.
  problem text,
  cancel_requested boolean not null default false,
  -- Who works on it, and when that was last heard of: a server that stopped in the middle is replaced.
  worker uuid,
  heartbeat_at timestamptz not null,
  finished_at timestamptz
);
create index contact_imports_created_at_idx on public.contact_imports (created_at desc, id);
create index contact_imports_created_by_idx on public.contact_imports (created_by);

create table public.contact_import_rows (
  import_id uuid not null
    constraint contact_import_rows_import_id_fkey references public.contact_imports (id) on delete cascade,
  -- As spreadsheets count: the row of the column names is 1.
  row_number integer not null,
  cells jsonb not null default '[]' constraint contact_import_rows_cells_check check (jsonb_typeof(cells) = 'array'),
  -- The contact this row would be; null where nothing was given.
  fields jsonb,
  -- What keeps the row out, and what was left out of it, in words.
  problems jsonb not null default '[]',
  notes jsonb not null default '[]',
  outcome text constraint contact_import_rows_outcome_check check (outcome in (
    'invalid', 'repeated', 'new', 'known', 'deleted',
    'created', 'filled', 'skipped',
    'removed', 'restored', 'kept')),
  -- The earlier row of the file that is the same person.
  same_as integer,
  -- No foreign key: it is history, and means the same contact again once a deletion is undone.
  contact_id uuid,
  -- What the contact held in the fields that were filled; text_consent where a consent was recorded.
  previous jsonb,
  -- The contact's updated_at as the import left it.
  contact_version timestamptz,
  constraint contact_import_rows_pkey primary key (import_id, row_number)
);
create index contact_import_rows_outcome_idx on public.contact_import_rows (import_id, outcome, row_number);

-- People who were deleted are not to come back by a file.
create index deleted_contacts_email_key_idx on public.deleted_contacts ((contact ->> 'email_key'));
create index deleted_contacts_phone_e164_idx on public.deleted_contacts ((contact ->> 'phone_e164'));

alter table public.contact_imports enable row level security;
alter table public.contact_import_rows enable row level security;
revoke all on public.contact_imports, public.contact_import_rows from anon, authenticated, service_role;
grant select, insert, update, delete on public.contact_imports, public.contact_import_rows to service_role;
grant select on public.contact_imports, public.contact_import_rows to authenticated;

create policy contact_imports_read_as_manager on public.contact_imports for select to authenticated
  using ((select private.is_manager()));
create policy contact_import_rows_read_as_manager on public.contact_import_rows for select to authenticated
  using ((select private.is_manager()));
