import { escapeIdentifier } from 'pg'
import type { Transaction } from '../../platform/database/database.ts'

interface ForeignKey {
  relation: string
  name: string
  definition: string
}

/**
 * Takes the foreign keys off while `work` fills the tables, so that their order does not matter, and puts them on again,
 * which checks every row. Triggers rest meanwhile: what they would do has been done to these rows.
 */
export async function withoutLinks(
  tx: Transaction,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const keys = await listForeignKeys(tx, tables)
  for (const { relation, name } of keys) {
    await tx.query(`alter table ${relation} drop constraint ${escapeIdentifier(name)}`)
  }
  // `user`, not `all`: the latter needs a superuser, which nobody is on a managed server.
  for (const table of tables) await tx.query(`alter table ${table} disable trigger user`)
  await work()
  for (const table of tables) await tx.query(`alter table ${table} enable trigger user`)
  for (const { relation, name, definition } of keys) {
    await tx.query(`alter table ${relation} add constraint ${escapeIdentifier(name)} ${definition}`)
  }
}

async function listForeignKeys(tx: Transaction, tables: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await tx.query<ForeignKey>(
    `select conrelid::regclass::text as relation, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conrelid = any ($1::regclass[]) order by 1, 2`,
    [tables],
  )
  return rows
}
