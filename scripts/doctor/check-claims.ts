import { claims, type Claim } from '../../site.config.ts'
import { attention, counted, ok, type Finding } from './finding.ts'

const ABOUT = 'Claims'
const SOON_MS = 30 * 86_400_000

/** Claims of the public pages that have expired, which hides them, or will within a month. */
export function checkClaims(now: Date, all: Readonly<Record<string, Claim | null>> = claims): Finding[] {
  const made = Object.values(all).filter((claim) => claim !== null)
  const late = made.filter(({ expires }) => new Date(expires).getTime() - SOON_MS <= now.getTime())
  if (late.length === 0)
    return [ok(ABOUT, `${counted(made.length, 'claim')} with evidence, none about to expire.`)]
  return late.map(({ value, label, expires }) =>
    attention(
      ABOUT,
      new Date(expires).getTime() <= now.getTime()
        ? `“${value} ${label}” expired on ${expires} and is not shown.`
        : `“${value} ${label}” expires on ${expires}.`,
      'Check it, and write its evidence and a new date into site.config.ts.',
    ),
  )
}
