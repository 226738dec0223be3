import type { Dependencies } from '../../server/dependencies.ts'
import { forgetExpired as forget } from './retention.server.ts'

/** Keeps what the privacy policy promises: nothing stays longer than it says. */
export async function forgetExpired({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  await forget(database, clock())
}
