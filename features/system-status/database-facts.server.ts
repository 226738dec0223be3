import { z } from 'zod'
import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { readJournal } from '../../platform/database/migrate.ts'
import { findPlatform } from '../../platform/database/platform.ts'

export const databaseFacts = z.object({
  kind: z.enum(['embedded', 'server']),
  platform: z.enum(['own', 'hosted']),
  /** As PostgreSQL writes it: `15.18`. */
  version: z.string(),
  /** The database's clock. */
  now: z.coerce.date(),
  extensions: z.array(z.string()),
  /** Migrations that were applied. */
  journal: z.array(z.object({ version: z.string(), checksum: z.string() })),
  /** Tables of `public` without row-level security. */
  openTables: z.array(z.string()),
  /** `policy on table`, in `public`. */
  policies: z.array(z.string()),
  /** The newest backup that was proven, and what went wrong with a newer one; null before the first has ended. */
  backup: z.object({ provenAt: z.coerce.date().nullable(), error: z.string().nullable() }).nullable(),
})

/** What a check-up wants to know about the database; the judgement is the reader's. */
export type DatabaseFacts = z.infer<typeof databaseFacts>

/** Looks, and changes nothing. Also reads a database whose migrations are not all applied. Throws DatabaseError. */
export async function readDatabaseFacts(database: Database): Promise<DatabaseFacts> {
  const journal = await readJournal(database)
  const { platform, rows } = await database.transaction(
    async (tx) => ({ platform: await findPlatform(tx), rows: (await tx.query(FACTS)).rows }),
    { readOnly: true },
  )
  const [{ has_backups: hasBackups, ...facts } = {}] = rows
  const backup = hasBackups === true ? await readBackups(database) : null
  return databaseFacts.parse({ ...facts, kind: database.kind, platform, journal, backup })
}

const FACTS = `
  select current_setting('server_version') as version, now() as now,
    to_regclass('public.backups') is not null as has_backups,
    array(select extname::text from pg_extension order by 1) as extensions,
    array(select relname::text from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity order by 1)
      as "openTables",
    array(select policyname || ' on ' || tablename from pg_policies where schemaname = 'public' order by 1) as policies`

async function readBackups(database: Database): Promise<unknown> {
  const { rows } = await asIdentity(
    database,
    { role: 'service_role' },
    (tx) =>
      tx.query(
        `select max(proven_at) as "provenAt", (array_agg(error order by started_at desc))[1] as error
         from public.backups
         where proven_at is not null or error is not null or started_at < now() - interval '1 day'
         having count(*) > 0`,
      ),
    { readOnly: true },
  )
  return rows[0] ?? null
}
