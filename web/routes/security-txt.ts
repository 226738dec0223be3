import { pageContext } from '../page-context.ts'
import { fileAnswer } from '../site/file-answer.ts'
import type { Route } from './+types/security-txt.ts'
import { site } from '../../site.config.ts'

const VALID_DAYS = 180
const DAY_MS = 86_400_000

export function loader({ context }: Route.LoaderArgs) {
  const now = context.get(pageContext).clock()
  return fileAnswer(securityTxt(now), 'text/plain')
}

/** Where to report vulnerabilities (RFC 9116). Must expire within a year; this date moves daily. */
function securityTxt(now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const expires = new Date(today + VALID_DAYS * DAY_MS).toISOString()
  return [`Contact: mailto:${site.email.address}`, `Expires: ${expires}`, 'Preferred-Languages: en', ''].join(
    '\n',
  )
}
