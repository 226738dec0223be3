import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/clock.ts'

/** Notes who has waited longer than promised, each promise once. */
export async function noticeLateReplies({
  database,
  clock,
}: {
  database: Database
  clock: Clock
}): Promise<void> {
  await asService(database, (tx) =>
    tx.query(
      `insert into private.late_replies (waiting_id, due_at, noticed_at)
       select id, due_at, $1 from public.waiting_people where due_at <= $1 on conflict do nothing`,
      [clock()],
    ),
  )
}
