const DAILY = 7
const WEEKLY = 4
const NIGHTLY = /^nightly-(\d{4}-\d\d-\d\d)\.backup$/
const BEFORE_RESTORE = /^before-restore-(\d{4}-\d\d-\d\d)T[\d.Z-]+\.backup$/
const DAY_MS = 86_400_000

/** The file of a night, `2026-11-21`. */
export function nightlyName(night: string): string {
  return `nightly-${night}.backup`
}

/** The file of what stood in the database when it was restored. */
export function beforeRestoreName(now: Date): string {
  return `before-restore-${now.toISOString().replaceAll(':', '-')}.backup`
}

/**
 * Which of these files may go: all nightly ones but the newest seven, and the first of each of the four weeks before; and
 * what restores replaced so long before the newest night.
 */
export function outdatedBackups(names: readonly string[]): string[] {
  const nights = names.flatMap((name) => NIGHTLY.exec(name)?.[1] ?? []).toSorted()
  const older = nights.slice(0, -DAILY)
  const firstOfWeek = new Map(older.toReversed().map((night) => [weekOf(night), night]))
  const kept = new Set([...firstOfWeek.values()].toSorted().slice(-WEEKLY))
  const replaced = names.filter((name) => isLongBefore(BEFORE_RESTORE.exec(name)?.[1], nights.at(-1)))
  return [...older.filter((night) => !kept.has(night)).map(nightlyName), ...replaced]
}

function isLongBefore(day: string | undefined, night: string | undefined): boolean {
  if (day === undefined || night === undefined) return false
  return Date.parse(night) - Date.parse(day) > (DAILY + 7 * WEEKLY) * DAY_MS
}

/** The Monday of the week, as a number of days. */
function weekOf(night: string): number {
  const day = Date.parse(`${night}T00:00:00Z`) / DAY_MS
  // Day 0, 1 January 1970, was a Thursday.
  return day - ((day + 3) % 7)
}
