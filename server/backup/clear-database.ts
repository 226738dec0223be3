import type { OwnerTransaction } from '../../platform/database/database.ts'

/**
 * Removes everything the migrations made, so that they can run again: not the schema `public` and no extension, which a
 * login on a managed server may not own.
 */
export async function clearDatabase(tx: OwnerTransaction): Promise<void> {
  await tx.script(`
    drop schema if exists auth, private, realtime, migrations cascade;
    do $$
    declare
      made record;
    begin
      for made in
        select case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end as kind,
               oid::regclass::text as name, oid
        from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
          and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('e', 'i'))
      loop
        -- An earlier one may have taken it along.
        if exists (select from pg_class where oid = made.oid) then
          execute format('drop %s %s cascade', made.kind, made.name);
        end if;
      end loop;
      for made in
        select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
      loop
        execute format('drop routine if exists %s cascade', made.name);
      end loop;
    end
    $$`)
}
