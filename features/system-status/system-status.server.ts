import { readVersion, type Config } from '../../server/config.ts'
import { FunctionError, requireBody, type ServerFunction } from '../../platform/functions/server-function.ts'
import { requireAdmin } from '../account/account.server.ts'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { BackupError } from '../../server/backup/backup-records.ts'
import { backupDirectory, type BackupMaker } from '../../server/backup/make-backup.ts'
import { makeRequestedBackup } from '../../server/backup/nightly-backup.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { readQueueStats, type QueueStats } from '../../server/jobs/queue-stats.ts'
import { readJournal, findPlatform } from '../../platform/database/migrate.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Phone } from '../../server/providers/phone/choose-phone.ts'
import type { MailProvider } from '../../server/mail/mail-provider.ts'
import type { ContentServices } from '../../server/providers/content-services.ts'

interface Services extends Pick<ContentServices, 'ai' | 'photos'> {
  phone: Phone
  mail: MailProvider
  config: Pick<Config, 's3'>
}

/** Final path of the file, for the backup record. */
const request = z.object({ recordAs: z.string().min(1).max(4096) })

/** System status as shown to admins. Times are ISO 8601. */
export interface SystemStatus {
  database: { kind: Database['kind']; version: string; bytes: number }
  /** Running instances, oldest first. */
  copies: { version: string; startedAt: string }[]
  queues: QueueStats[]
  /** Newest first; `at` and `requestId` belong to the last of `times` occurrences. */
  problems: { at: string; what: string; kind: string | null; requestId: string | null; times: number }[]
  /** `provenAt`: time of the newest backup that was restored and compared. `error`: why the last attempt failed. */
  backup: { provenAt: string | null; error: string | null }
}

const SHOWN_PROBLEMS = 10

export const databaseFacts = z.object({
  kind: z.enum(['embedded', 'server']),
  platform: z.enum(['own', 'hosted']),
  /** PostgreSQL's version number: `15.18`. */
  version: z.string(),
  /** The database's clock. */
  now: z.coerce.date(),
  extensions: z.array(z.string()),
  /** Applied migrations. */
  journal: z.array(z.object({ version: z.string(), checksum: z.string() })),
  /** Tables of `public` without row-level security. */
  openTables: z.array(z.string()),
  /** `policy on table`, in `public`. */
  policies: z.array(z.string()),
  /** The newest proven backup, and the error of a newer one; null before the first backup has finished. */
  backup: z.object({ provenAt: z.coerce.date().nullable(), error: z.string().nullable() }).nullable(),
})

/** Facts about the database for a health check, without judgment. */
export type DatabaseFacts = z.infer<typeof databaseFacts>

const FACTS = `
  select current_setting('server_version') as version, now() as now,
    to_regclass('public.backups') is not null as has_backups,
    array(select extname::text from pg_extension order by 1) as extensions,
    array(select relname::text from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity order by 1)
      as "openTables",
    array(select policyname || ' on ' || tablename from pg_policies where schemaname = 'public' order by 1) as policies`

/** System status: services, queues, errors, database, backup. */
export const systemStatus: ServerFunction<Services & { database: Database; clock: Clock }> = {
  name: 'system-status',
  method: 'GET',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    await requireAdmin(c.get('identity'), deps)
    const status = await readSystemStatus(deps.database, deps.clock())
    return c.json({ version: readVersion(), services: describeServices(deps), ...status })
  },
}

/**
 * Makes a proven backup for the command line on the same machine: the file stays in the data directory, and the response
 * contains only its name.
 */
export const makeBackupFunction: ServerFunction<Omit<BackupMaker, 'signal'>> = {
  name: 'make-backup',
  method: 'POST',
  callers: ['service_role'],
  answer: async (c, deps) => {
    const { recordAs } = await requireBody(c.req.raw, request)
    const path = join(backupDirectory(deps.config), `requested-${randomUUID()}.backup`)
    try {
      return c.json(
        await makeRequestedBackup(path, {
          ...deps,
          signal: c.req.raw.signal,
          recordAs,
        }),
      )
    } catch (error) {
      if (error instanceof BackupError) throw new FunctionError(409, error.message)
      throw error
    }
  },
}

/** Facts for `npm run doctor`, which cannot open the embedded database while this process holds it. */
export const describeDatabase: ServerFunction<{ database: Database }> = {
  name: 'describe-database',
  method: 'GET',
  callers: ['service_role'],
  answer: async (c, { database }) => c.json(await readDatabaseFacts(database)),
}

/** System status across all instances. Throws DatabaseError. */
export async function readSystemStatus(database: Database, now: Date): Promise<SystemStatus> {
  const queues = await readQueueStats(database, now)
  const rest = await asService(database, (tx) => readRest(tx, database.kind), {
    readOnly: true,
  })
  return { ...rest, queues }
}

async function readRest(tx: Transaction, kind: Database['kind']): Promise<Omit<SystemStatus, 'queues'>> {
  const size = await tx.query<{ version: string; bytes: number }>(
    `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes`,
  )
  const copies = await tx.query<{ version: string; startedAt: string }>(
    `select version, started_at as "startedAt" from private.server_copies order by started_at`,
  )
  const problems = await tx.query<SystemStatus['problems'][number]>(
    `select at, what, kind, request_id as "requestId", times::float8 from private.server_problems order by id desc limit $1`,
    [SHOWN_PROBLEMS],
  )
  const backups = await tx.query<SystemStatus['backup']>(
    `select max(proven_at) as "provenAt", (array_agg(error order by started_at desc))[1] as error from public.backups`,
  )
  const { version = '', bytes = 0 } = size.rows[0] ?? {}
  return {
    database: { kind, version, bytes },
    copies: copies.rows,
    problems: problems.rows,
    backup: backups.rows[0] ?? { provenAt: null, error: null },
  }
}

/** Which outside services are live and which are simulated. */
function describeServices({ phone, mail, ai, photos, config }: Services) {
  return {
    mail: { simulated: mail.simulated },
    phone: { simulated: phone.provider.simulated },
    texts: { simulated: ai.writer.simulated },
    pictures: { simulated: ai.artist.simulated },
    photos: { simulated: photos.simulated },
    files: { simulated: false, onThisMachine: config.s3 === undefined },
  }
}

/** Read-only. Works on a database with pending migrations. Throws DatabaseError. */
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

async function readBackups(database: Database): Promise<unknown> {
  const { rows } = await asService(
    database,
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
