import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/clock.ts'

/** Replies that became and are still late, in SQL: `late`, and what `lateReplyMessage` reads. */
export const lateReplies = `private.late_replies as late
  join public.waiting_people as person on person.id = waiting_id and person.due_at = late.due_at
  left join public.crm_contacts as contact on contact.id = person.contact_id`
export const lateReplyMessage = `concat_ws(': ', coalesce(nullif(trim(first_name || ' ' || last_name), ''), person.phone_number, 'Unknown caller'), latest_words)`

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
