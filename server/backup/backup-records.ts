import { z } from 'zod'
import { ExplainedError } from '../../platform/errors.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** A table's row count, and the SHA-256 of its lines in primary key order. */
const tableSum = z.object({ rows: z.number().int(), sha256 })
export type TableSum = z.infer<typeof tableSum>

const header = z.object({
  backup: z.object({
    createdAt: z.iso.datetime(),
    from: z.enum(['embedded', 'server']),
    /** Every migration applied to the database. */
    migrations: z.array(z.object({ version: z.string(), checksum: z.string() })),
    /** Identifies the signing secret of the second factors without revealing it. */
    secretId: z.string(),
    /** Tables of the database that the backup lacks: a hosted project does not expose them. */
    leftOut: z.array(z.string()).default([]),
  }),
})
export type BackupHeader = z.infer<typeof header>['backup']

const keys = z.object({ jwtSecret: z.string(), anonKey: z.string(), serviceRoleKey: z.string() })
export type BackupKeys = z.infer<typeof keys>

const fileSum = z.object({
  count: z.number().int(),
  /** SHA-256 of their lines; null in backups of earlier versions, which only counted them. */
  sha256: sha256.nullable(),
  /** Files that rows name but the storage lacks. */
  missing: z.array(z.string()),
})
export type FileSum = z.infer<typeof fileSum>

const end = z.object({
  tables: z.record(z.string(), tableSum),
  files: z.union([
    fileSum,
    z
      .number()
      .int()
      .transform((count) => ({ count, sha256: null, missing: [] })),
  ]),
  /** Earlier versions left the files of a bucket out and recorded its address. */
  filesElsewhere: z.string().nullish(),
})
export type BackupEnd = z.infer<typeof end>

/** Every line that is not a row. This folder's README describes them. */
const record = z.union([
  header,
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ sequence: z.string(), last: z.string() }),
  z.object({ file: z.string(), base64: z.base64() }),
  z.object({ keys }),
  z.object({ end }),
])
export type BackupRecord = z.infer<typeof record>

export function writeRecord(value: BackupRecord): string {
  return `${JSON.stringify(value)}\n`
}

export function parseRecord(line: string): BackupRecord {
  return record.parse(JSON.parse(line))
}

/** Rows are the only lines that are arrays: of PostgreSQL's text values and nulls. */
export function isRow(line: string): boolean {
  return line.startsWith('[')
}

/** The backup cannot be made or used; the message gives the reason and the next step, in the owner's terms. */
export class BackupError extends ExplainedError {
  override readonly name = 'BackupError'
}
