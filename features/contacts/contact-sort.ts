export const contactSorts = ['created_at', 'name', 'email', 'company', 'status', 'service_request'] as const
export type ContactSort = (typeof contactSorts)[number]

/** Default direction: dates newest first, text from A. */
export function defaultDirection(sort: ContactSort): 'asc' | 'desc' {
  return sort === 'created_at' ? 'desc' : 'asc'
}
