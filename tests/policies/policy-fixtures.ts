import { queryWithPhones } from '../support/declare-phones.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Identity } from '../../platform/database/as-identity.ts'

/**
 * All accounts. `newcomer` has signed up and has no profile yet, `disabled` has an admin profile, `unproved` is a
 * manager with a second factor who has only entered the password.
 */
export const people = {
  newcomer: uuid(1),
  client: uuid(2),
  otherClient: uuid(3),
  manager: uuid(4),
  admin: uuid(5),
  disabled: uuid(6),
  unproved: uuid(7),
}
export type Person = keyof typeof people

/** Rows that cells refer to: the label in the documentation, and the columns that find them. */
export const rows = {
  any: { label: 'any row', key: {} },
  clientProfile: { label: 'the profile of the client', key: { id: people.client } },
  managerProfile: { label: 'the profile of the manager', key: { id: people.manager } },
  unprovedProfile: {
    label: 'the profile of a manager without the second factor',
    key: { id: people.unproved },
  },
  strangerProfile: { label: 'the profile of an account nobody confirmed', key: { id: uuid(8) } },
  adminProfile: { label: 'the profile of the only admin who can sign in', key: { id: people.admin } },
  published: { label: 'a published post', key: { id: uuid(0x11) } },
  draft: { label: 'a draft', key: { id: uuid(0x12) } },
  publishedRedirect: { label: 'an old address of a published post', key: { slug: 'old-published' } },
  draftRedirect: { label: 'an old address of a draft', key: { slug: 'old-draft' } },
  publishedAddress: { label: 'the address of a published post', key: { slug: 'published' } },
  draftAddress: { label: 'the address of a draft', key: { slug: 'draft' } },
  publishedRevision: { label: 'an earlier version of a published post', key: { post_id: uuid(0x11) } },
  ownCopy: { label: 'the working copy of the admin', key: { editor_id: people.admin } },
  otherCopy: { label: 'the working copy of another admin', key: { editor_id: people.disabled } },
  contact: { label: 'a contact', key: { id: uuid(0x21) } },
  contactImport: { label: 'a file of contacts', key: { id: uuid(0x31) } },
  consentingContact: { label: 'a contact who agreed to texts', key: { id: uuid(0x22) } },
  sharedView: { label: 'a view shared by the manager', key: { id: uuid(0x61) } },
  adminsView: { label: 'a view of the admin', key: { id: uuid(0x62) } },
  adminsSharedView: { label: 'a view shared by the admin', key: { id: uuid(0x63) } },
  managersCalendar: { label: 'a calendar of the manager', key: { id: uuid(0x71) } },
  adminsCalendar: { label: 'a calendar of the admin', key: { id: uuid(0x72) } },
  call: { label: 'a call', key: { id: uuid(0x55) } },
  adminsNotification: { label: 'a notification of the admin', key: { recipient_id: people.admin } },
  adminsChoices: { label: 'the choices of the admin', key: { profile_id: people.admin } },
  deletedNotification: { label: 'a deleted notification of the manager', key: { id: uuid(0x41) } },
  deletedContact: { label: 'a deleted contact', key: { id: uuid(0x23) } },
  sentRequest: { label: 'a review request that was sent', key: { id: uuid(0x71) } },
  declinedRequest: { label: 'a decision not to ask for a review', key: { id: uuid(0x72) } },
  emailLog: { label: 'an email', key: { log_id: uuid(0x51) } },
  bareLog: { label: 'an email without its details', key: { id: uuid(0x52) } },
  merge: { label: 'a merge', key: { id: uuid(0x31) } },
} as const satisfies Record<string, { label: string; key: Record<string, string> }>

const STRANGER = 'stranger@policies.example'

export function formatEmail(person: Person): string {
  return `${person.toLowerCase()}@policies.example`
}

export function deriveSessionId(person: Person): string {
  return people[person].replace(/^0/, '5')
}

/** Claims of an access token. user_metadata, which users can write themselves, asks for too much. */
export function createIdentity(person: Person): Identity {
  return {
    role: 'authenticated',
    claims: {
      sub: people[person],
      role: 'authenticated',
      session_id: deriveSessionId(person),
      email: formatEmail(person),
      user_metadata: { role: 'admin' },
    },
  }
}

/** Writes the fixtures into a migrated, empty database. */
export async function seedPolicyFixtures(tx: Transaction): Promise<void> {
  await tx.query(`set local role supabase_auth_admin`)
  for (const person of seedPeople()) await seedAccount(tx, person)
  await tx.query(
    `insert into auth.users (id, email, encrypted_password) values ($1, $2, 'chosen by a stranger')`,
    [rows.strangerProfile.key.id, STRANGER],
  )
  await seedFactor(tx)
  await tx.query(`set local role service_role`)
  await seedProfiles(tx)
  await seedPosts(tx)
  await seedCustomers(tx)
  await tx.query(`insert into public.backups (host) values ('web-1')`)
  await tx.query(`set local role none`)
}

function seedPeople(): Person[] {
  return ['newcomer', 'client', 'otherClient', 'manager', 'admin', 'disabled', 'unproved']
}

async function seedAccount(tx: Transaction, person: Person): Promise<void> {
  await tx.query(`insert into auth.users (id, email, banned_until) values ($1, $2, $3)`, [
    people[person],
    formatEmail(person),
    person === 'disabled' ? '2099-01-01' : null,
  ])
  await tx.query(
    `insert into auth.sessions (id, user_id, refreshed_at, not_after) values ($1, $2, now(), now() + interval '1 day')`,
    [deriveSessionId(person), people[person]],
  )
}

async function seedFactor(tx: Transaction): Promise<void> {
  await tx.query(
    `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'sealed')`,
    [people.unproved],
  )
}

async function seedProfiles(tx: Transaction): Promise<void> {
  const roles = {
    client: 'client',
    otherClient: 'client',
    manager: 'manager',
    admin: 'admin',
    disabled: 'admin',
    unproved: 'manager',
  } as const
  for (const person of ['client', 'otherClient', 'manager', 'admin', 'disabled', 'unproved'] as const) {
    const values = [people[person], formatEmail(person), roles[person]]
    await tx.query(`insert into public.profiles (id, email, role) values ($1, $2, $3)`, values)
  }
  await tx.query(`insert into public.profiles (id, email) values ($1, $2)`, [
    rows.strangerProfile.key.id,
    STRANGER,
  ])
}

async function seedPosts(tx: Transaction): Promise<void> {
  await tx.query(`insert into public.page_views (day, path, views) values ('2026-11-20', '/', 3)`)
  const insert = `insert into public.blog_posts (id, title, slug, published, author_id) values ($1, $2, $3, $4, $5)`
  await tx.query(insert, [rows.published.key.id, 'Published', 'published', true, people.admin])
  await tx.query(insert, [rows.draft.key.id, 'Draft', 'draft', false, people.admin])
  const redirect = `insert into public.slug_redirects (slug, post_id) values ($1, $2)`
  await tx.query(redirect, [rows.publishedRedirect.key.slug, rows.published.key.id])
  await tx.query(redirect, [rows.draftRedirect.key.slug, rows.draft.key.id])
  await tx.query(
    `insert into public.ai_generations (kind, prompt, model, simulated) values ('article', 'Tides', 'simulated', true)`,
  )
  const copy = `insert into public.post_working_copies (post_id, editor_id, based_on) values ($1, $2, now())`
  await tx.query(copy, [rows.published.key.id, people.admin])
  await tx.query(copy, [rows.published.key.id, people.disabled])
}

/** Two contacts; the first one has a row in every table that references contacts. */
async function seedCustomers(tx: Transaction): Promise<void> {
  const contact = `insert into public.crm_contacts (id, first_name, email, phone) values ($1, $2, $3, $4)`
  await queryWithPhones(tx, contact, [rows.contact.key.id, 'Ada', 'ada@customer.example', '(910) 555-0100'])
  await queryWithPhones(tx, contact, [
    rows.consentingContact.key.id,
    'Ben',
    'ben@customer.example',
    '(910) 555-0101',
  ])
  const linked = [
    `insert into public.contact_submissions (contact_id, name, email, message, text_consent, raw)
     values ($1, 'Ada', 'ada@customer.example', 'Hello', false, '{}')`,
    `insert into public.consent_events (contact_id, action, method) values ($1, 'revoke', 'web_form')`,
    `insert into public.communication_logs (type, contact_id, phone_number, direction, status, seen, awaits_reply)
     values ('sms', $1, '+19105550100', 'inbound', 'received', false, true)`,
    `insert into public.notifications (title, message, contact_id) values ('New contact', 'Ada wrote', $1)`,
    `insert into public.communication_logs (id, type, contact_id, phone_number, direction, status)
     select id, 'email', $1, 'ada@customer.example', 'inbound', 'received'
     from unnest('{${rows.emailLog.key.log_id},${rows.bareLog.key.id}}'::uuid[]) as id`,
    `insert into public.email_messages (log_id, message_id, from_address, author)
     select id, '<1@x>', 'ada@customer.example', 'verified' from public.communication_logs
     where id = '${rows.emailLog.key.log_id}' and contact_id = $1`,
    `insert into public.email_attachments (log_id, position, file_name, media_type, size)
     select log_id, 0, 'a.pdf', 'application/pdf', 1 from public.email_messages where $1::uuid is not null`,
    `insert into public.text_media (log_id, position, file_name, media_type)
     select id, 0, 'a.jpg', 'image/jpeg' from public.communication_logs where contact_id = $1 and type = 'sms'`,
    `insert into public.email_opt_outs (address, opted_out_at)
     select 'ada@customer.example', now() where $1::uuid is not null`,
    `insert into public.meetings (contact_id, starts_at, ends_at, blocked_until, medium, name, email, phone)
     select $1, at, at + interval '30 minutes', at + interval '30 minutes', 'phone', 'Ada', 'ada@customer.example', '(910) 555-0100'
     from (values (timestamptz '2026-01-05 15:00Z')) as time (at)`,
    `insert into public.delivery_events (log_id, provider_id, status)
     select id, 'SM0', 'sent' from public.communication_logs where contact_id = $1 and type = 'sms'`,
  ]
  await tx.query(
    `insert into public.contact_imports (id, file_name, encoding, delimiter, columns, settings)
     values ($1, 'people.csv', 'utf-8', ',', '["Name"]', '{}')`,
    [rows.contactImport.key.id],
  )
  await tx.query(
    `insert into public.contact_import_rows (import_id, row_number, cells, contact_id) values ($1, 2, '["Ada"]', $2)`,
    [rows.contactImport.key.id, rows.contact.key.id],
  )
  for (const statement of linked) await tx.query(statement, [rows.contact.key.id])
  await seedReplies(tx)
  await seedViews(tx)
  await seedBusyCalendars(tx)
  await tx.query(`set local role none`)
  await tx.query(`insert into public.days_off (day) values ('2026-11-27')`)
  await tx.query(
    `insert into private.push_subscriptions (profile_id, session_id, endpoint, p256dh, auth, created_at)
     values ($1, $2, 'https://push.example/1', 'key', 'secret', now())`,
    [people.manager, deriveSessionId('manager')],
  )
  await tx.query(`set local role service_role`)
  const consent = `insert into public.consent_events (contact_id, action, method) values ($1, 'grant', 'web_form')`
  await tx.query(consent, [rows.consentingContact.key.id])
  await seedPhone(tx)
  await seedPastOfCustomers(tx, contact)
}

/** A job, its queue, a received webhook, and a number that opted out. */
async function seedPhone(tx: Transaction): Promise<void> {
  await tx.query(`insert into public.jobs (queue, run_at) values ('texts', now())`)
  await tx.query(`insert into public.job_queues (name) values ('texts')`)
  await tx.query(`insert into public.webhook_receipts (key) values ('sms:SM0')`)
  await tx.query(
    `insert into public.consent_events (phone_e164, action, method) values ('+19105550102', 'revoke', 'keyword')`,
  )
}

async function seedViews(tx: Transaction): Promise<void> {
  for (const [row, owner, shared] of [
    [rows.sharedView, people.manager, true],
    [rows.adminsView, people.admin, false],
    [rows.adminsSharedView, people.admin, true],
  ] as const)
    await tx.query(
      `insert into public.contact_views (id, owner_id, name, shared) values ($1, $2, 'Due today', $3)`,
      [row.key.id, owner, shared],
    )
}

async function seedBusyCalendars(tx: Transaction): Promise<void> {
  for (const [row, owner] of [
    [rows.managersCalendar, people.manager],
    [rows.adminsCalendar, people.admin],
  ] as const) {
    await tx.query(
      `insert into public.busy_calendars (id, owner_id, name, asked_at) values ($1, $2, 'Own calendar', now())`,
      [row.key.id, owner],
    )
    await tx.query(
      `insert into public.busy_times (calendar_id, starts_at, ends_at) values ($1, '2020-01-06 15:00Z', '2020-01-06 16:00Z')`,
      [row.key.id],
    )
  }
}

/** A call, a mark from before the submission, and a deleted notification. */
async function seedReplies(tx: Transaction): Promise<void> {
  await tx.query(
    `insert into public.communication_logs (id, type, contact_id, phone_number, status) values ($1, 'call', $2, '+19105550100', 'initiated')`,
    [rows.call.key.id, rows.contact.key.id],
  )
  await tx.query(
    `insert into public.reply_marks (contact_id, up_to, method, marked_by) values ($1, now() - interval '1 day', 'phone', $2)`,
    [rows.contact.key.id, people.manager],
  )
  await seedReviewRequests(tx)
  const { id } = rows.deletedNotification.key
  await tx.query(
    `insert into public.notifications (id, title, message, read, contact_id, recipient_id)
     values ($1, 'Old news', 'Ada wrote before', true, $2, $3)`,
    [id, rows.contact.key.id, people.manager],
  )
  await tx.query('delete from public.notifications where id = $1', [id])
}

/** One of each outcome, and a customer who was never asked. */
async function seedReviewRequests(tx: Transaction): Promise<void> {
  const customers = await tx.query<{ id: string }>(
    `insert into public.crm_contacts (first_name, status) values ('Dee', 'customer'), ('Eve', 'customer'), ('Fay', 'customer')
     returning id`,
  )
  await tx.query(
    `insert into public.review_requests (id, contact_id, outcome, decided_by) values ($1, $2, 'sent', $5), ($3, $4, 'declined', $5)`,
    [
      rows.sentRequest.key.id,
      customers.rows[0]?.id,
      rows.declinedRequest.key.id,
      customers.rows[1]?.id,
      people.manager,
    ],
  )
}

/** A deleted contact with its note, one that was merged into the first, and a likely duplicate. */
async function seedPastOfCustomers(tx: Transaction, contact: string): Promise<void> {
  const deleted = rows.deletedContact.key.id
  await queryWithPhones(tx, contact, [deleted, 'Cal', 'cal@customer.example', '(910) 555-0102'])
  const note = `insert into public.contact_notes (contact_id, author_id, body) values ($1, $2, 'Rang back')`
  await tx.query(note, [deleted, people.manager])
  await tx.query(`delete from public.crm_contacts where id = $1`, [deleted])
  await tx.query(note, [rows.contact.key.id, people.manager])
  await queryWithPhones(tx, contact, [uuid(0x24), 'Ada', 'ada@other.example', null])
  await queryWithPhones(tx, contact, [uuid(0x25), 'Ada', 'ada@customer.example', null])
  await tx.query(`update public.crm_contacts set service_request = 'Local SEO' where id = $1`, [uuid(0x25)])
  // Only people may merge and restore: service_role has no grant.
  await tx.query(`set local role none`)
  await tx.query(`insert into public.distinct_contacts (contact_id, other_id) values ($1, $2)`, [
    rows.contact.key.id,
    uuid(0x25),
  ])
  await tx.query(`insert into public.contact_merges (id, kept_id, merged_id) values ($1, $2, $3)`, [
    rows.merge.key.id,
    rows.contact.key.id,
    uuid(0x24),
  ])
}

function uuid(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
}
