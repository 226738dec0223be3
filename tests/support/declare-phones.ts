import type { Result, Transaction } from '../../platform/database/database.ts'
import { declarePhones } from '../../features/contacts/contacts.server.ts'

/** Runs a test's own SQL as the server does that writes contacts: after declaring the phones quoted in it or in its values. */
export async function queryWithPhones(
  tx: Transaction,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Result> {
  const texts = [sql, ...values.filter((value) => typeof value === 'string')]
  const quoted = texts.flatMap((text) => [...text.matchAll(/(['"])(.*?)\1/g)].map(([, , inside]) => inside))
  await declarePhones(tx, [...texts, ...quoted])
  return tx.query(sql, [...values])
}
