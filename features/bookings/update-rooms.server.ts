import type { Clock } from '../../platform/clock.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { site } from '../../site.config.ts'
import { readMailOptions, type SubmissionMailOptions } from '../submissions/submissions.server.ts'
import { announceRoom } from './meeting-mails.server.ts'
import { meetingColumns, readMeeting, type MeetingRow } from './meetings.server.ts'

/** Per transaction. */
const BATCH = 50

interface Needs {
  database: Database
  clock: Clock
  secrets: { jwtSecret: string }
  config: { siteUrl: string; mail: { leadsTo: string | undefined } }
}

/**
 * Sends a new invitation for each meeting by video whose room changed since the last invitation: the contact has another
 * owner, or the owner another address. A meeting keeps its room if nobody has one any more. Safe on several instances.
 */
export async function updateRooms(deps: Needs): Promise<void> {
  const mails = readMailOptions(deps)
  let count = BATCH
  while (count === BATCH) count = await asService(deps.database, (tx) => updateSome(tx, deps.clock(), mails))
}

/** Returns how many changed. */
async function updateSome(tx: Transaction, now: Date, mails: SubmissionMailOptions): Promise<number> {
  const { rows } = await tx.query<MeetingRow>(
    `update public.meetings set room = private.find_meeting_room(contact_id, $2), sequence = sequence + 1 where id in (
       select id from public.meetings
       where status = 'booked' and medium = 'video' and starts_at > $1
         and room <> private.find_meeting_room(contact_id, $2)
       order by starts_at limit ${BATCH} for update skip locked)
     returning ${meetingColumns}`,
    [now, site.meetings.room],
  )
  for (const row of rows) await announceRoom(tx, readMeeting(row), { now, mails })
  return rows.length
}
