/** Parts of the trail that can be looked at alone, and the tables each is about. */
export const trailSubjects = {
  contacts: { label: 'Contacts', tables: ['crm_contacts', 'contact_imports', 'personal_data'] },
  posts: { label: 'Blog posts', tables: ['blog_posts'] },
  accounts: { label: 'Accounts and roles', tables: ['profiles', 'users', 'mfa_factors'] },
  'sign-ins': { label: 'Sign-ins', tables: ['sessions'] },
} as const satisfies Record<string, { label: string; tables: readonly string[] }>

export type TrailSubject = keyof typeof trailSubjects

/** How far back, in days. */
export const trailPeriods = [
  { days: 1, label: 'Last 24 hours' },
  { days: 7, label: 'Last 7 days' },
  { days: 30, label: 'Last 30 days' },
  { days: 365, label: 'Last year' },
] as const

const DAY = 86_400_000

export interface TrailFilter {
  who: string | null
  what: TrailSubject | null
  days: number | null
}

/** The filter an address asks for; what it does not know counts as not said. */
export function trailFilterOf(params: URLSearchParams): TrailFilter {
  const what = params.get('what')
  const days = Number(params.get('days'))
  return {
    who: params.get('who'),
    what: isSubject(what) ? what : null,
    days: trailPeriods.some((period) => period.days === days) ? days : null,
  }
}

/** What the filter means to the database. */
export function parseAuditFilters({ who, what, days }: TrailFilter, now: Date) {
  return {
    actor: who,
    tables: what === null ? null : trailSubjects[what].tables,
    since: days === null ? null : new Date(now.getTime() - days * DAY).toISOString(),
  }
}

function isSubject(text: string | null): text is TrailSubject {
  return text !== null && Object.hasOwn(trailSubjects, text)
}
