export const contactSorts = ['created_at', 'name', 'email', 'company', 'status', 'service_request'] as const
export type ContactSort = (typeof contactSorts)[number]

/** How a list sorted by this begins where nobody chose: the newest first, texts with A. */
export function defaultDirection(sort: ContactSort): 'asc' | 'desc' {
  return sort === 'created_at' ? 'desc' : 'asc'
}
