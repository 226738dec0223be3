-- Databases from before the baseline still have this function.
-- Safe while the older copy serves: it does not call it.
drop function if exists private.forget_deleted_rows(timestamptz);
