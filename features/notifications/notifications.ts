/** What staff can choose to be told about at once. `late`: a reply that was promised and is due. */
export const noticeKinds = ['lead', 'text', 'call', 'email', 'late'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** What a push message shows. `contact` is opened by a click; without one, the list of notifications. */
export interface PushMessage {
  /** Two notices with the same id are shown as one. */
  id: string
  title: string
  body: string
  contact: string | null
}

/** When the daily mail comes, in the time zone of the business. */
export const DIGEST_HOUR = 8
