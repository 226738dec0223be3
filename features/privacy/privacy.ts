/**
 * Retention per kind of data, in days after the row's date. Used by the retention jobs and shown in the privacy policy.
 */
export const RETENTION_DAYS = {
  /** IP address and browser of forms and sign-ins, and the raw copy of a form. */
  origins: 90,
  /** Possible spam that staff have not accepted. */
  flagged: 30,
  /** Deleted and merged contacts; below: finished jobs, imported files, simulated texts. */
  deletedContacts: 30,
  queues: 30,
  imports: 30,
  /** Attached to a message that was never sent. */
  unsentFiles: 7,
  simulatedTexts: 30,
  /** Deleted notifications and notes, until their deletion can no longer be undone. */
  undoableDeletes: 1,
  limits: 1,
  /** Accounts with an unconfirmed email. */
  signUps: 7,
  notifications: 365,
  trail: 2 * 365,
  /** A text can lead to a lawsuit for four years: 28 U.S.C. 1658. */
  textsAndCalls: 4 * 365 + 1,
  consents: 4 * 365 + 1,
  meetings: 2 * 365,
  pictures: 30,
} as const

/** Milliseconds. */
const DAY = 86_400_000

/** Rows dated before this moment have passed their retention. */
export function retentionCutoff(kind: keyof typeof RETENTION_DAYS, now: Date): Date {
  return new Date(now.getTime() - RETENTION_DAYS[kind] * DAY)
}

/** One kind of data stored about visitors, as the privacy policy lists it. */
export interface StoredKind {
  id: string
  /** `label` is for staff, `name` for the person. */
  label: string
  name: string
  what: string
  why: string
  kept: string
  seenBy: string
  /** As `schema.table`. */
  tables: readonly string[]
}

const STAFF = 'our staff'

export const storedKinds: readonly StoredKind[] = [
  {
    id: 'inquiries',
    label: 'Inquiry, contact and notes',
    name: 'Your inquiry',
    what: 'Your name, your email address and your message, which the form needs; your company, the service you are interested in and your phone number, if you choose to give them; when we answered, and whether we asked you for a review. With the form: the first page of your visit and the one you wrote from, the site that led you here, and the campaign or advertising network named in its link.',
    why: 'to answer you and to follow up, and to learn what leads people to us',
    kept: 'for as long as we are in touch or working together, and afterwards until you ask us to delete it or we no longer need it; what looks like spam and nobody answers, for 30 days',
    seenBy: STAFF,
    tables: [
      'public.contact_submissions',
      'public.reply_marks',
      'public.waiting_people',
      'public.crm_contacts',
      'public.contact_notes',
      'public.review_requests',
      'public.contact_merges',
      'public.distinct_contacts',
    ],
  },
  {
    id: 'meetings',
    label: 'Meetings',
    name: 'Meetings you book',
    what: 'The time, by video or phone, your name, your email address, your phone number and what you want to talk about, if you say so; whether you moved or canceled it.',
    why: 'to meet you, and to remind you of it',
    kept: `${formatYears(RETENTION_DAYS.meetings)} after the meeting`,
    seenBy: STAFF,
    tables: ['public.meetings'],
  },
  {
    id: 'origins',
    label: 'Where a form came from',
    name: 'Where a form came from',
    what: 'Your internet address, the kind of browser and the full address of the page that led you here, and the form exactly as your browser sent it.',
    why: 'to stop abuse',
    kept: formatDays(RETENTION_DAYS.origins),
    seenBy: STAFF,
    tables: [],
  },
  {
    id: 'texts-and-calls',
    label: 'Texts, calls and emails',
    name: 'Texts, calls and emails between us',
    what: 'The number or address, the time, the words of a text or email with its pictures and attachments, and what the phone company or mail server reported. We do not record calls, and we do not track whether an email was opened.',
    why: 'to answer you, and to show what was sent',
    kept: formatYears(RETENTION_DAYS.textsAndCalls),
    seenBy: STAFF,
    tables: [
      'public.communication_logs',
      'public.delivery_events',
      'public.email_messages',
      'public.email_attachments',
      'public.text_media',
      'private.simulated_texts',
    ],
  },
  {
    id: 'consent',
    label: 'Agreement to texts, and its withdrawal',
    name: 'Your agreement to texts, and its withdrawal',
    what: 'The exact words you agreed to, on which page, when, and from which internet address and browser; or that you said STOP, by text or email.',
    why: 'to prove that a text was wanted and a STOP was honored',
    kept: `${formatYears(RETENTION_DAYS.consents)} after the last text; that a number opted out, for as long as we send texts`,
    seenBy: STAFF,
    tables: ['public.consent_events', 'public.email_opt_outs'],
  },
  {
    id: 'notices',
    label: 'Team notifications',
    name: 'Notices to our staff',
    what: 'That you wrote, called or texted, and about what.',
    why: 'so that somebody answers',
    kept: formatYears(RETENTION_DAYS.notifications),
    seenBy: STAFF,
    tables: ['public.notifications', 'private.deleted_notifications'],
  },
  {
    id: 'changes',
    label: 'Activity',
    name: 'Changes to your details',
    what: 'What we changed in our records about you, and what they said before.',
    why: 'to find and correct mistakes and misuse',
    kept: formatYears(RETENTION_DAYS.trail),
    seenBy: 'our administrators',
    tables: ['public.audit_log', 'realtime.changes'],
  },
  {
    id: 'deleted',
    label: 'Copies for taking something back',
    name: 'Records we deleted, merged or imported',
    what: 'A copy, so that we can undo a mistake of ours.',
    why: 'so that a mistaken click loses nothing',
    kept: formatDays(RETENTION_DAYS.deletedContacts),
    seenBy: STAFF,
    tables: ['public.deleted_contacts', 'private.contact_merge_records', 'public.contact_import_rows'],
  },
  {
    id: 'outgoing',
    label: 'Mail and texts waiting to be sent',
    name: 'Mail and texts waiting to be sent',
    what: 'A message until it is sent, and then only that it was.',
    why: 'so that none is lost while a service is down',
    kept: formatDays(RETENTION_DAYS.queues),
    seenBy: 'nobody before it is sent',
    tables: ['private.outgoing_mails', 'private.unsent_files', 'public.jobs'],
  },
  {
    id: 'accounts',
    label: 'Account',
    name: 'An account, if you opened one',
    what: 'Your address, your name, and where you signed in from.',
    why: 'so that you can sign in',
    kept: `until you ask us to delete it; ${formatDays(RETENTION_DAYS.signUps)} if you never confirm the address`,
    seenBy: 'our administrators',
    tables: [
      'auth.users',
      'public.profiles',
      'auth.sessions',
      'auth.identities',
      'auth.one_time_tokens',
      'auth.sign_ups',
      'auth.mfa_factors',
      'auth.mfa_challenges',
      'auth.mfa_recovery_codes',
    ],
  },
  {
    id: 'limits',
    label: 'Counts of requests',
    name: 'Counts of requests',
    what: 'How many requests came from an internet address or for an email address.',
    why: 'so that nobody can flood this site or your mailbox',
    kept: formatDays(RETENTION_DAYS.limits),
    seenBy: 'nobody',
    tables: ['private.rate_limits'],
  },
]

function formatDays(count: number): string {
  return count === 1 ? 'about a day' : `${count} days`
}

function formatYears(count: number): string {
  const whole = Math.floor(count / 365)
  return whole === 1 ? 'one year' : `${['', '', 'two', 'three', 'four'][whole] ?? whole} years`
}
