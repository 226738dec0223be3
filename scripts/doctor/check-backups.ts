import type { DatabaseFacts } from '../../features/system-status/system-status.server.ts'
import { attention, broken, ok, type Finding } from './finding.ts'

const ABOUT = 'Backup'
const HOUR_MS = 3_600_000
/** A backup runs every night. */
const LATE_H = 36
const MISSING_H = 7 * 24
const MAKE_ONE = 'Make one now: npm run backup -- FILE, and keep a copy on another machine.'

/** The age of the newest verified backup. */
export function checkBackups(
  { backup }: Pick<DatabaseFacts, 'backup'>,
  { now, nightly }: { now: Date; nightly: boolean },
): Finding[] {
  if (!nightly) {
    return [
      attention(
        ABOUT,
        'Nightly backups are off (NIGHTLY_BACKUP).',
        'Remove NIGHTLY_BACKUP, unless the database is backed up elsewhere.',
      ),
    ]
  }
  if (backup === null)
    return [attention(ABOUT, 'No backup yet. One is made every night while the site runs.', MAKE_ONE)]
  const { provenAt, error } = backup
  const failed = error === null ? '' : ` The last attempt failed: ${error}`
  if (provenAt === null) return [broken(ABOUT, `No backup has succeeded yet.${failed}`, MAKE_ONE)]
  const hours = Math.floor((now.getTime() - provenAt.getTime()) / HOUR_MS)
  const says = `The newest verified backup is ${hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`} old.${failed}`
  if (hours > MISSING_H) return [broken(ABOUT, says, MAKE_ONE)]
  return [hours > LATE_H || failed !== '' ? attention(ABOUT, says, MAKE_ONE) : ok(ABOUT, says)]
}
