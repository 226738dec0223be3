import type { Result, Transaction } from '../../platform/database/database.ts'
import { declarePhones } from '../../features/contacts/contacts.server.ts'

/**
 * Runs a test's SQL like code that writes contacts: first declares the phone numbers in the statement and its values.
 */
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
