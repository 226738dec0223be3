import { runRetention, purgeExpired, purgeQueues } from '../features/privacy/retention.server.ts'
import { nightlyBackup } from './backup/nightly-backup.ts'
import { skipAfterClockJump, type ScheduledJob } from './jobs/scheduler.ts'
import { publishScheduled } from '../features/blog/publish-posts.server.ts'
import { purgeDeletedContacts } from '../features/contacts/contacts.server.ts'
import { purgeOldImports, recoverImports } from '../features/contact-import/import-run.server.ts'
import { expireCalls } from '../features/conversations/calls.server.ts'
import { refreshStatistics, vacuumTables } from './jobs/maintenance.ts'
import { readCalendars } from '../features/bookings/read-calendars.server.ts'
import { remindOfMeetings } from '../features/bookings/remind-of-meetings.server.ts'
import { updateRooms } from '../features/bookings/update-rooms.server.ts'
import { removeUnusedAttachments } from '../features/attachments/attachments.server.ts'
import { removeUnusedPictures } from '../features/blog/unused-pictures.server.ts'
import { writeScheduledDraft } from '../features/blog-assistant/scheduled-draft.server.ts'
import { noticeLateReplies } from '../features/notifications/late-replies.server.ts'
import { sendDigests } from '../features/notifications/notification-digest.server.ts'
import type { Config } from './config.ts'
import type { Secrets } from './secrets.ts'
import type { Database } from '../platform/database/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from 'pino'
import type { Ai } from './providers/ai/ai-provider.ts'
import type { FileStore } from '../platform/storage/file-store.ts'

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 3_600_000

/** What the jobs need together. */
interface ScheduleNeeds {
  config: Config
  secrets: Secrets
  database: Database
  clock: Clock
  log: Logger
  ai: Ai
  files: FileStore
}

/** All recurring work. Every job is safe to run on several instances at once. */
export const schedule = {
  'publish scheduled posts': { every: 15 * SECOND, run: publishScheduled },
  'write the scheduled draft': { every: 5 * MINUTE, run: writeScheduledDraft },
  'notice late replies': { every: 15 * SECOND, run: noticeLateReplies },
  'read calendars of staff': { every: MINUTE, run: readCalendars },
  'remind of meetings': { every: MINUTE, run: remindOfMeetings },
  'send new links of meetings': { every: MINUTE, run: updateRooms },
  'send mails about notifications': { every: MINUTE, run: sendDigests },
  'purge expired limits': { every: HOUR, run: purgeExpired },
  'purge deleted contacts': { every: HOUR, run: skipAfterClockJump(purgeDeletedContacts) },
  'forget what was kept long enough': { every: HOUR, run: skipAfterClockJump(runRetention) },
  'purge finished jobs': { every: MINUTE, run: purgeQueues },
  'mark unanswered calls as unknown': { every: MINUTE, run: expireCalls },
  'refresh statistics': { every: MINUTE, run: refreshStatistics },
  'recover interrupted imports': { every: 10 * SECOND, run: recoverImports },
  'back up every night': { every: 5 * MINUTE, run: nightlyBackup },
  'vacuum every night': { every: 5 * MINUTE, run: vacuumTables },
  'forget imported files': { every: HOUR, run: skipAfterClockJump(purgeOldImports) },
  'remove unused attachments': { every: HOUR, run: skipAfterClockJump(removeUnusedAttachments) },
  'remove unused pictures': { every: 6 * HOUR, run: skipAfterClockJump(removeUnusedPictures) },
} satisfies Record<string, ScheduledJob<ScheduleNeeds>>
