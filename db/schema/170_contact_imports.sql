-- CSV imports: the rows of the file, what became of each, and what an undo needs.

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
  settings jsonb not null default '{}',
  progress integer not null default 0,
  summary jsonb not null default '{}',
  problem text,
  cancel_requested boolean not null default false,
  finished_at timestamptz,
  asked_by uuid
);
create index contact_imports_created_at_idx on public.contact_imports (created_at desc, id);
create index contact_imports_created_by_idx on public.contact_imports (created_by);

comment on table public.contact_imports is 'Imports of contacts from CSV files.';
comment on column public.contact_imports.id is 'Primary key.';
comment on column public.contact_imports.created_at is 'When the row was created.';
comment on column public.contact_imports.created_by is 'Profile that started the import.';
comment on column public.contact_imports.file_name is 'Name of the uploaded file.';
comment on column public.contact_imports.encoding is 'Character encoding found in the file.';
comment on column public.contact_imports.delimiter is 'Separator between cells.';
comment on column public.contact_imports.columns is 'Column names of the file.';
comment on column public.contact_imports.row_count is 'Rows of the file without the header.';
comment on column public.contact_imports.state is 'Step the import is in, from reading to imported, undone or closed.';
comment on column public.contact_imports.settings is 'Which column is which field, and what to do with known contacts.';
comment on column public.contact_imports.progress is 'Rows done in the present state.';
comment on column public.contact_imports.summary is 'Number of rows by outcome.';
comment on column public.contact_imports.problem is 'Why it ended otherwise than asked for, in words.';
comment on column public.contact_imports.cancel_requested is 'Whether somebody asked to stop it.';
comment on column public.contact_imports.finished_at is 'When the import ended.';
comment on column public.contact_imports.asked_by is
  'User id of the person who asked for the present step: the import, or its undo. Another server that finishes the step acts for them.';

alter table public.contact_imports enable row level security;
grant select, insert, update, delete on public.contact_imports to service_role;
grant select on public.contact_imports to authenticated;
create policy contact_imports_read_as_manager on public.contact_imports for select to authenticated
  using ((select private.is_manager()));

-- One audit entry for an import and one for its undo. A trigger, so that there is exactly one even if a server stops.
create function private.record_import() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.audit_log (actor, actor_role, action, table_name, row_id, changes)
  values (auth.uid(), coalesce(auth.role(), session_user), 'update', 'contact_imports', new.id, jsonb_build_object(
    'state', jsonb_build_object('old', old.state, 'new', new.state),
    'file_name', jsonb_build_object('new', new.file_name),
    'summary', jsonb_build_object('new', new.summary),
    'problem', jsonb_build_object('new', new.problem)));
  return null;
end
$$;
create trigger contact_imports_record_import after update of state on public.contact_imports
  for each row when (old.state <> new.state and new.state in ('imported', 'undone'))
  execute function private.record_import();

-- No index on the outcome: the planner, which has no statistics of a new file yet, would read the whole file through it.
create table public.contact_import_rows (
  import_id uuid not null
    constraint contact_import_rows_import_id_fkey references public.contact_imports (id) on delete cascade,
  row_number integer not null,
  cells jsonb not null default '[]' constraint contact_import_rows_cells_check check (jsonb_typeof(cells) = 'array'),
  fields jsonb,
  problems jsonb not null default '[]',
  notes jsonb not null default '[]',
  outcome text constraint contact_import_rows_outcome_check check (outcome in (
    'invalid', 'repeated', 'new', 'known', 'deleted',
    'created', 'filled', 'skipped',
    'removed', 'restored', 'kept')),
  same_as integer,
  -- No foreign key: it refers to the contact again once a deletion is undone.
  contact_id uuid,
  previous jsonb,
  contact_version timestamptz,
  constraint contact_import_rows_pkey primary key (import_id, row_number)
);

comment on table public.contact_import_rows is 'Rows of an imported file, what each would become and what became of it.';
comment on column public.contact_import_rows.import_id is 'Import the row belongs to.';
comment on column public.contact_import_rows.row_number is 'Row number as spreadsheets count; 1 is the header.';
comment on column public.contact_import_rows.cells is 'Cells as they are in the file.';
comment on column public.contact_import_rows.fields is 'Contact the row would create. Null when it is empty.';
comment on column public.contact_import_rows.problems is 'Reasons that keep the row out, in words.';
comment on column public.contact_import_rows.notes is 'What was left out of the row, in words.';
comment on column public.contact_import_rows.outcome is
  'Result of the check (invalid, repeated, new, known, deleted), the import (created, filled, skipped) or the undo (removed, restored, kept).';
comment on column public.contact_import_rows.same_as is 'Number of the earlier row that is the same person.';
comment on column public.contact_import_rows.contact_id is
  'Contact that was created or filled. No foreign key, because it is history.';
comment on column public.contact_import_rows.previous is 'Earlier values of the fields that were filled, for undoing.';
comment on column public.contact_import_rows.contact_version is
  'updated_at of the contact as the import left it. A later change is not undone.';

alter table public.contact_import_rows enable row level security;
grant select, insert, update, delete on public.contact_import_rows to service_role;
grant select on public.contact_import_rows to authenticated;
create policy contact_import_rows_read_as_manager on public.contact_import_rows for select to authenticated
  using ((select private.is_manager()));

-- Undoing an import deletes the contacts it created, without a copy among the deleted: the file may be imported again.
create function private.remove_with_import_row() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  delete from public.crm_contacts where id = new.contact_id;
  return null;
end
$$;
create trigger contact_import_rows_remove_contact after update of outcome on public.contact_import_rows
  for each row when (old.outcome = 'created' and new.outcome = 'removed')
  execute function private.remove_with_import_row();
