/** Filter choices of the audit log, with the tables of each. */
export const auditSubjects = {
  contacts: {
    label: 'Contacts',
    tables: ['crm_contacts', 'contact_imports', 'planned_steps', 'text_batches', 'personal_data'],
  },
  posts: { label: 'Blog posts', tables: ['blog_posts'] },
  accounts: { label: 'Accounts and roles', tables: ['profiles', 'users', 'mfa_factors'] },
  'sign-ins': { label: 'Sign-ins', tables: ['sessions'] },
} as const satisfies Record<string, { label: string; tables: readonly string[] }>

export type AuditSubject = keyof typeof auditSubjects

/** How far back, in days. */
export const auditPeriods = [
  { days: 1, label: 'Last 24 hours' },
  { days: 7, label: 'Last 7 days' },
  { days: 30, label: 'Last 30 days' },
  { days: 365, label: 'Last year' },
] as const

const DAY = 86_400_000

export interface AuditFilter {
  who: string | null
  what: AuditSubject | null
  days: number | null
}

/** Reads the filter from the URL; unknown values are ignored. */
export function readAuditFilter(params: URLSearchParams): AuditFilter {
  const what = params.get('what')
  const days = Number(params.get('days'))
  return {
    who: params.get('who'),
    what: isSubject(what) ? what : null,
    days: auditPeriods.some((period) => period.days === days) ? days : null,
  }
}

/** Translates the filter into a database query. */
export function toAuditQuery({ who, what, days }: AuditFilter, now: Date) {
  return {
    actor: who,
    tables: what === null ? null : auditSubjects[what].tables,
    since: days === null ? null : new Date(now.getTime() - days * DAY).toISOString(),
  }
}

function isSubject(text: string | null): text is AuditSubject {
  return text !== null && Object.hasOwn(auditSubjects, text)
}
