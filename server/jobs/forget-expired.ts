import type { Dependencies } from '../dependencies.ts'
import { forgetExpired as forget } from '../domain/retention/forget-expired.ts'

/** Keeps what the privacy policy promises: nothing stays longer than it says. */
export async function forgetExpired({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  await forget(database, clock())
}
