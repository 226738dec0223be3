import * as z from 'zod/mini'
import { leadMailChoices } from '../features/lead-mail/lead-mail.ts'
import { noticeKinds } from '../features/notifications/notifications.ts'

/** Rows of public tables as REST sends them. Times are ISO 8601 strings. */

/** Rows of one page of a list. */
export const PAGE_SIZE = 50

export const roles = ['client', 'manager', 'admin'] as const
export const contactStatuses = ['lead', 'prospect', 'customer', 'inactive'] as const
/** How contacts come to us. */
export const contactSources = ['website', 'phone', 'import', 'staff'] as const
export const phoneTypes = ['mobile', 'landline', 'work', 'other'] as const

export type Role = (typeof roles)[number]
export type ContactStatus = (typeof contactStatuses)[number]
export type PhoneType = (typeof phoneTypes)[number]

const optionalText = z.nullable(z.string())

export const profileRow = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(roles),
  first_name: optionalText,
  last_name: optionalText,
  /** Address of their own room for meetings by video. */
  meeting_room: optionalText,
})
export type ProfileRow = z.infer<typeof profileRow>

/** A staff member, as embedded in rows to show who did something. */
export const staffMember = z.object({ email: z.string(), first_name: optionalText, last_name: optionalText })
export type StaffMember = z.infer<typeof staffMember>

export const contactRow = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: optionalText,
  phone: optionalText,
  phone_type: z.enum(phoneTypes),
  company: optionalText,
  status: z.enum(contactStatuses),
  service_request: optionalText,
  notes: optionalText,
  text_consent: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type ContactRow = z.infer<typeof contactRow>

/** A contact as lists and its record show it. */
export const plannedContactRow = z.extend(contactRow, {
  /** The manager or admin who looks after the contact. */
  owner_id: optionalText,
  /** What to do next, in one line. */
  next_step: optionalText,
  /** The day it is due, as YYYY-MM-DD; null without a next step. */
  next_step_on: optionalText,
  /** When the last message, email or call from or to the contact was. */
  last_heard_key: optionalText,
})
/** A contact with its owner and its next step. */
export type PlannedContact = z.infer<typeof plannedContactRow>

/** Characters that columns of a contact can have. SQL checks the same; `tests/database/column-limits.test.ts` compares both. */
export const contactColumnLimits = {
  first_name: 200,
  last_name: 200,
  email: 320,
  phone: 50,
  company: 200,
  service_request: 200,
  notes: 100_000,
  next_step: 200,
} as const

/** Columns of a file of contacts that the import reads and the export writes, with their labels. */
export const fileColumnLabels = {
  first_name: 'First name',
  last_name: 'Last name',
  full_name: 'Full name',
  email: 'Email',
  phone: 'Phone',
  phone_type: 'Phone type',
  company: 'Company',
  status: 'Status',
  service_request: 'Service request',
  notes: 'Notes',
  text_consent: 'Consent to texts',
  consent_date: 'Consent given on',
  consent_source: 'Consent wording or source',
} as const

/** The columns of a contact that its form writes. */
export type ContactFields = Omit<ContactRow, 'id' | 'text_consent' | 'created_at' | 'updated_at'>

export const notificationRow = z.object({
  id: z.string(),
  /** Null for kinds that staff have no setting for. */
  kind: z.nullable(z.enum(noticeKinds)),
  title: z.string(),
  message: z.string(),
  read: z.boolean(),
  created_at: z.string(),
  contact_id: optionalText,
  submission_id: optionalText,
})
export type NotificationRow = z.infer<typeof notificationRow>

/** What the signed-in person wants to be told about, and how. */
export const notificationChoiceRow = z.object({
  kind: z.enum(noticeKinds),
  browser: z.boolean(),
  mail: z.enum(leadMailChoices),
})
export type NotificationChoiceRow = z.infer<typeof notificationChoiceRow>

/** The columns of a contact that a notification shows. */
export const linkedContactRow = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: optionalText,
  service_request: optionalText,
})
export type LinkedContactRow = z.infer<typeof linkedContactRow>

export const waitingKinds = ['inquiry', 'text', 'call', 'voicemail', 'email', 'booking'] as const

/** A person who waits for a reply: a contact, or a caller with a hidden number. */
export const waitingPersonRow = z.object({
  id: z.string(),
  contact_id: optionalText,
  phone_number: optionalText,
  /** What the earliest promise is for. */
  kind: z.enum(waitingKinds),
  since: z.string(),
  due_at: z.string(),
  items: z.number(),
  latest_at: z.string(),
  latest_kind: z.enum(waitingKinds),
  latest_words: optionalText,
  contact: z.nullable(z.object({ first_name: z.string(), last_name: z.string() })),
})
export type WaitingPersonRow = z.infer<typeof waitingPersonRow>

/** The first reply to a submission. Without a name if the account is gone. */
export const submissionReplyRow = z.object({
  submission_id: z.string(),
  replied_at: z.string(),
  method: z.enum(['text', 'email', 'call', 'phone', 'in_person', 'elsewhere']),
  mark_id: optionalText,
  replied_by_name: optionalText,
})
export type SubmissionReplyRow = z.infer<typeof submissionReplyRow>

const callOrText = {
  id: z.string(),
  type: z.enum(['call', 'sms']),
  direction: z.enum(['outbound', 'inbound']),
  phone_number: z.string(),
  message: optionalText,
  status: z.string(),
  delivery_status: optionalText,
  error_message: optionalText,
  /** False for incoming texts that no one has looked at. */
  seen: z.boolean(),
  created_at: z.string(),
}

/** An entry of the call and text history, with the contact it belongs to, if there still is one. */
export const communicationLogRow = z.object({
  ...callOrText,
  contact: z.nullable(z.object({ id: z.string(), first_name: z.string(), last_name: z.string() })),
})
export type CommunicationLogRow = z.infer<typeof communicationLogRow>

export const callOutcomes = ['spoke', 'voicemail', 'no_answer'] as const
export type CallOutcome = (typeof callOutcomes)[number]

/** An entry of the conversation with one contact, with who sent it, if a member of staff did. */
export const messageRow = z.object({
  ...callOrText,
  contact_id: optionalText,
  send_at: optionalText,
  /** Whether staff chose `send_at`. */
  send_later: z.boolean(),
  override_reason: optionalText,
  allowed_by: z.nullable(z.enum(['consent', 'reply'])),
  duration_seconds: z.nullable(z.number()),
  /** How a call went; null until staff record it. */
  call_outcome: z.nullable(z.enum(callOutcomes)),
  call_note: optionalText,
  media_count: z.number(),
  purpose: z.string(),
  sender: z.nullable(staffMember),
})
export type MessageRow = z.infer<typeof messageRow>

/** Photographer of a picture, and the link for the credit. */
const pictureCredit = z.object({ name: z.string(), link: z.optional(z.url({ protocol: /^https?$/ })) })
export type PictureCredit = z.infer<typeof pictureCredit>

/** An invalid credit counts as none, instead of failing the row. */
export const creditColumn = z.pipe(
  z.unknown(),
  z.transform((value): PictureCredit | null => pictureCredit.safeParse(value).data ?? null),
)

/** The columns of a post that the list shows. */
export const postSummaryRow = z.object({
  id: z.string(),
  title: z.string(),
  slug: z.string(),
  category: z.string(),
  published: z.boolean(),
  scheduled_for: optionalText,
  auto_generated: z.boolean(),
  featured_image: optionalText,
  created_at: z.string(),
  updated_at: z.string(),
  author: z.nullable(staffMember),
})
export type PostSummaryRow = z.infer<typeof postSummaryRow>

/** The columns of a post that an admin writes; the database derives the rest. */
const postFields = {
  title: z.string(),
  slug: z.string(),
  content: z.string(),
  excerpt: optionalText,
  meta_description: optionalText,
  featured_image: optionalText,
  featured_image_alt: optionalText,
  featured_image_credit: creditColumn,
  published: z.boolean(),
}

export const postRow = z.object({
  ...postFields,
  id: z.string(),
  scheduled_for: optionalText,
  published_at: optionalText,
  updated_at: z.string(),
})
export type PostRow = z.infer<typeof postRow>
export type PostFields = Omit<PostRow, 'id' | 'published_at' | 'updated_at'>

/** A version of a post as it was saved once. */
export const postRevisionRow = z.object({
  ...postFields,
  id: z.string(),
  saved_at: z.string(),
  editor: z.nullable(staffMember),
})
export type PostRevisionRow = z.infer<typeof postRevisionRow>
