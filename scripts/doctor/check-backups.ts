import type { DatabaseFacts } from '../../features/system-status/system-status.server.ts'
import { attention, broken, ok, type Finding } from './finding.ts'

const ABOUT = 'Backup'
const HOUR_MS = 3_600_000
/** One is made every night. */
const LATE_H = 36
const MISSING_H = 7 * 24
const MAKE_ONE = 'Make one now: npm run backup -- FILE, and keep a copy on another machine.'

/** How old the newest backup is that was restored for proof. */
export function checkBackups(
  { backup }: Pick<DatabaseFacts, 'backup'>,
  { now, nightly }: { now: Date; nightly: boolean },
): Finding[] {
  if (!nightly) {
    return [
      attention(
        ABOUT,
        'None is made at night: NIGHTLY_BACKUP is off.',
        'Remove it, unless the database is backed up by somebody else.',
      ),
    ]
  }
  if (backup === null)
    return [attention(ABOUT, 'There is none yet; one is made every night while the site runs.', MAKE_ONE)]
  const { provenAt, error } = backup
  const failed = error === null ? '' : ` The last attempt failed: ${error}`
  if (provenAt === null) return [broken(ABOUT, `None has succeeded yet.${failed}`, MAKE_ONE)]
  const hours = Math.floor((now.getTime() - provenAt.getTime()) / HOUR_MS)
  const says = `The newest proven one is ${hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`} old.${failed}`
  if (hours > MISSING_H) return [broken(ABOUT, says, MAKE_ONE)]
  return [hours > LATE_H || failed !== '' ? attention(ABOUT, says, MAKE_ONE) : ok(ABOUT, says)]
}
