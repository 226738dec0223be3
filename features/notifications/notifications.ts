/** What staff can choose to be told about at once. `late`: a reply that was promised and is due. */
export const noticeKinds = ['lead', 'text', 'call', 'email', 'late'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** When the daily mail comes, in the time zone of the business. */
export const DIGEST_HOUR = 8
