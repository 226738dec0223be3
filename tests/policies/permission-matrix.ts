import { people, rows } from './policy-fixtures.ts'
import type { Operation, Privilege } from './operations.ts'
import { count, insert, insertAndRead, ME, read, readWith, remove, update, upsert } from './operations.ts'

/** Columns of the matrix. `service` is the server itself, bound by grants and triggers but not by policies. */
export const roles = ['anon', 'newcomer', 'client', 'otherClient', 'manager', 'admin', 'service'] as const
export type Role = (typeof roles)[number]

/** Callers rejected before they reach a table: every operation returns 401. */
export const rejectedCallers = ['expired', 'forged', 'disabled', 'signedOut'] as const
export type RejectedCaller = (typeof rejectedCallers)[number]

export type Outcome =
  /** Done: rows were read, counted or written. */
  | 'rows'
  /** Allowed, but no row is visible to this role: nothing read, zero counted, nothing written. */
  | 'none'
  /** 42501, no grant, for any row (401 without a session, 403 with one). */
  | 'denied'
  /** 42501, a grant, but no policy lets this row in (401 or 403). */
  | 'refused'
  /** Stored, but with the role client and the email of the caller. */
  | 'forced client'
  /** 428C9: the database computes this column itself. */
  | 'generated'
  /** 55000: a view over several tables, which is not updatable. */
  | 'unwritable'
  /** 42501 from a trigger: the row may never change. */
  | 'append-only'
  /** P0001: one admin must remain. */
  | 'last admin'
  /** P0001: the email address of the account is not confirmed. */
  | 'unconfirmed'
  /** 23514: the owner of a contact would be no manager or admin. */
  | 'no staff'
  /** P0001: no deleted notification of the caller has this id. */
  | 'not theirs'
  /** 23502: a column that every row needs is missing. */
  | 'incomplete'

/** An operation and its outcome for each of `roles`, in that order. */
export type Rule = readonly [does: Operation, outcomes: readonly Outcome[]]

const post = { title: 'Title', slug: 'a-new-post' }
const revision = {
  post_id: rows.published.key.id,
  title: 'Title',
  slug: 'published',
  content: '',
  published: true,
}
const LATER = '2099-01-01T00:00:00Z'
const copy = { post_id: rows.draft.key.id, based_on: LATER }
const person = { first_name: 'Cleo', email: 'cleo@customer.example' }
const text = { type: 'sms', phone_number: '+19105550100', status: 'sent' }
const submission = { name: 'Ada', email: 'a@b.example', message: 'Hi', text_consent: false, raw: '{}' }
const view = { name: 'Due' }
const meeting = {
  starts_at: '2099-01-01T15:00:00Z',
  ends_at: '2099-01-01T15:30:00Z',
  blocked_until: '2099-01-01T15:30:00Z',
  medium: 'phone',
  name: 'Ada',
  email: 'a@b.example',
  phone: '(910) 555-0100',
}
const busyCalendar = { owner_id: people.manager, name: 'Ana', asked_at: LATER }
const busyTime = {
  calendar_id: rows.managersCalendar.key.id,
  starts_at: '2099-01-01T15:00:00Z',
  ends_at: '2099-01-01T15:30:00Z',
}
const mark = { contact_id: rows.contact.key.id, up_to: '2100-01-01', method: 'in_person' }
const declined = { contact_id: rows.contact.key.id }
const note = { contact_id: rows.contact.key.id, body: 'Rang back' }
const distinct = { contact_id: rows.consentingContact.key.id, other_id: rows.contact.key.id }
const merge = { kept_id: rows.contact.key.id, merged_id: rows.consentingContact.key.id }
const strangerAsManager = { ...rows.strangerProfile.key, email: 'stranger@policies.example', role: 'manager' }
const consent = { contact_id: rows.contact.key.id, action: 'grant', method: 'web_form' }
const file = {
  file_name: 'people.csv',
  encoding: 'utf-8',
  delimiter: ',',
}
const fileRow = { import_id: rows.contactImport.key.id, row_number: '3' }
const change = { actor_role: 'x', action: 'update', table_name: 'x', row_id: people.admin, changes: '{}' }
const job = { queue: 'texts', run_at: '2026-11-20T15:00:00Z' }
const report = { provider_id: 'SM1', status: 'sent' }
const email = { log_id: rows.bareLog.key.id, message_id: '<2@x>', from_address: 'a@b.example', author: 'us' }
const attachment = { ...rows.emailLog.key, position: '1', file_name: 'b.pdf', media_type: 'x/y', size: '1' }
const media = { log_id: rows.bareLog.key.id, position: '1', file_name: 'b.jpg', media_type: 'image/jpeg' }
const emailOptOut = { address: 'a@b.example', opted_out_at: LATER }
const template = { name: 'Hello', body: 'Hi {first_name}' }
const toLog = { embedded: 'communication_logs', by: 'log_id' }
const generation = { kind: 'picture', prompt: 'A harbor', model: 'simulated', simulated: true }
const backup = { host: 'web-1' }
const weekly = { every_weeks: '1', next_on: '2026-12-01' }
const author = { embedded: 'profiles', by: 'author_id' }
const target = { embedded: 'blog_posts', by: 'post_id' }
const toContact = { embedded: 'crm_contacts', by: 'contact_id' }
const asAdmin = { id: people.newcomer, role: 'admin', email: 'somebody@else.example' }

// oxfmt-ignore
export const permissions: readonly Rule[] = [
  // profiles                                                                anon       newcomer   client     other      manager    admin      service
  [read('profiles', rows.clientProfile),                                   ['denied',  'none',    'rows',    'none',    'rows',    'rows',    'rows']],
  [read('profiles', rows.managerProfile),                                  ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('profiles', rows.any),                                            ['denied',  'none',    'rows',    'rows',    'rows',    'rows',    'rows']],
  [insertAndRead('profiles', 'the profile of the newcomer', asAdmin),      ['denied',  'forced client', 'refused', 'refused', 'refused', 'refused', 'rows']],
  [insert('profiles', 'a profile with its times', { ...asAdmin, created_at: '2020-01-01' }), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],
  [upsert('profiles', 'their own profile', { ...asAdmin, id: ME }),        ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [update('profiles', rows.clientProfile, { first_name: 'Cy' }),           ['denied',  'none',    'rows',    'none',    'none',    'none',    'rows']],
  [update('profiles', rows.managerProfile, { last_name: 'Lee' }),          ['denied',  'none',    'none',    'none',    'rows',    'none',    'rows']],
  [update('profiles', rows.managerProfile, { meeting_room: 'https://meet.example/lee' }), ['denied', 'none', 'none', 'none', 'rows', 'none', 'rows']],
  [update('profiles', rows.clientProfile, { role: 'admin' }),              ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [insert('profiles', 'a manager whose address nobody confirmed', strangerAsManager), ['denied', 'refused', 'refused', 'refused', 'refused', 'refused', 'unconfirmed']],
  [update('profiles', rows.strangerProfile, { role: 'manager' }),          ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'unconfirmed']],
  [update('profiles', rows.clientProfile, { email: 'new@else.example' }),  ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [update('profiles', rows.clientProfile, { id: people.newcomer }),        ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [update('profiles', rows.any, { role: 'client' }),                       ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'last admin']],
  [update('profiles', rows.adminProfile, { role: 'manager' }),             ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'last admin']],
  [remove('profiles', rows.any),                                           ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'last admin']],
  [remove('profiles', rows.clientProfile),                                 ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [remove('profiles', rows.adminProfile),                                  ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'last admin']],

  // blog_posts                                                              anon       newcomer   client     other      manager    admin      service
  [read('blog_posts', rows.published),                                     ['rows',    'rows',    'rows',    'rows',    'rows',    'rows',    'rows']],
  [read('blog_posts', rows.draft),                                         ['none',    'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('blog_posts', rows.draft),                                        ['none',    'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [readWith('blog_posts', rows.published, author),                         ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('blog_posts', 'a post of their own', { ...post, author_id: ME }), ['denied', 'refused', 'refused', 'refused', 'refused', 'rows',    'rows']],
  [insert('blog_posts', "a post in another user's name", { ...post, author_id: people.client }), ['denied', 'refused', 'refused', 'refused', 'refused', 'refused', 'rows']],
  [insert('blog_posts', 'a post without an author', post),                 ['denied',  'refused', 'refused', 'refused', 'refused', 'refused', 'rows']],
  [insert('blog_posts', 'a category', { ...post, category: 'general' }),   ['generated', 'generated', 'generated', 'generated', 'generated', 'generated', 'generated']],
  [update('blog_posts', rows.published, { title: 'New' }),                 ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [update('blog_posts', rows.draft, { published: true }),                  ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [update('blog_posts', rows.draft, { author_id: people.manager }),        ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [update('blog_posts', rows.any, { excerpt: 'New' }),                     ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [remove('blog_posts', rows.published),                                   ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [remove('blog_posts', rows.any),                                         ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],

  // slug_redirects                                                          anon       newcomer   client     other      manager    admin      service
  [read('slug_redirects', rows.publishedRedirect),                         ['rows',    'rows',    'rows',    'rows',    'rows',    'rows',    'rows']],
  [read('slug_redirects', rows.draftRedirect),                             ['none',    'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('slug_redirects', rows.draftRedirect),                            ['none',    'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [readWith('slug_redirects', rows.draftRedirect, target),                 ['none',    'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('slug_redirects', 'an address', { slug: 'older', post_id: rows.draft.key.id }), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],
  [update('slug_redirects', rows.any, { post_id: rows.draft.key.id }),     ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [remove('slug_redirects', rows.any),                                     ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],

  // post_search                                                             anon       newcomer   client     other      manager    admin      service
  [read('post_search', rows.publishedAddress),                             ['rows',    'rows',    'rows',    'rows',    'rows',    'rows',    'denied']],
  [read('post_search', rows.draftAddress),                                 ['none',    'none',    'none',    'none',    'none',    'none',    'denied']],
  [count('post_search', rows.draftAddress),                                ['none',    'none',    'none',    'none',    'none',    'none',    'denied']],
  [insert('post_search', 'a row', { slug: 'a-new-post' }),                 ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [update('post_search', rows.any, { title: 'New' }),                      ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [remove('post_search', rows.any),                                        ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],

  // post_revisions                                                          anon       newcomer   client     other      manager    admin      service
  [read('post_revisions', rows.publishedRevision),                         ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [count('post_revisions', rows.any),                                      ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [insert('post_revisions', 'a version', revision),                        ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [update('post_revisions', rows.any, { title: 'New' }),                   ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [remove('post_revisions', rows.any),                                     ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],

  // post_working_copies                                                     anon       newcomer   client     other      manager    admin      service
  [read('post_working_copies', rows.ownCopy),                              ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [read('post_working_copies', rows.otherCopy),                            ['denied',  'none',    'none',    'none',    'none',    'none',    'rows']],
  [count('post_working_copies', rows.otherCopy),                           ['denied',  'none',    'none',    'none',    'none',    'none',    'rows']],
  [insert('post_working_copies', 'a working copy of their own', { ...copy, editor_id: ME }), ['denied', 'refused', 'refused', 'refused', 'refused', 'rows', 'rows']],
  [insert('post_working_copies', "a working copy in another user's name", { ...copy, editor_id: people.manager }), ['denied', 'refused', 'refused', 'refused', 'refused', 'refused', 'rows']],
  [update('post_working_copies', rows.ownCopy, { based_on: LATER }),       ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [update('post_working_copies', rows.otherCopy, { based_on: LATER }),     ['denied',  'none',    'none',    'none',    'none',    'none',    'rows']],
  [update('post_working_copies', rows.ownCopy, { editor_id: people.manager }), ['denied', 'none', 'none', 'none', 'none', 'refused', 'rows']],
  [update('post_working_copies', rows.any, { based_on: LATER }),           ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [remove('post_working_copies', rows.ownCopy),                            ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [remove('post_working_copies', rows.otherCopy),                          ['denied',  'none',    'none',    'none',    'none',    'none',    'rows']],
  [remove('post_working_copies', rows.any),                                ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],

  // crm_contacts                                                            anon       newcomer   client     other      manager    admin      service
  [read('crm_contacts', rows.any),                                         ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('crm_contacts', rows.any),                                        ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('crm_contacts', 'a contact', person),                            ['denied',  'refused', 'refused', 'refused', 'rows',    'rows',    'rows']],
  [insert('crm_contacts', 'a computed number', { ...person, phone_e164: '+1' }), ['denied', 'generated', 'generated', 'generated', 'generated', 'generated', 'generated']],
  [insert('crm_contacts', 'a contact that was heard', { ...person, last_heard_key: LATER }), ['denied', 'generated', 'generated', 'generated', 'generated', 'generated', 'generated']],
  [update('crm_contacts', rows.contact, { last_heard_key: LATER }),        ['denied',  'none',    'none',    'none',    'generated', 'generated', 'generated']],
  [insert('crm_contacts', 'a contact that became a customer', { ...person, customer_key: LATER }), ['denied', 'generated', 'generated', 'generated', 'generated', 'generated', 'generated']],
  [update('crm_contacts', rows.contact, { customer_key: LATER }),          ['denied',  'none',    'none',    'none',    'generated', 'generated', 'generated']],
  [update('crm_contacts', rows.contact, { status: 'customer' }),           ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [update('crm_contacts', rows.contact, { owner_id: people.manager }),     ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [update('crm_contacts', rows.contact, { owner_id: people.client }),      ['denied',  'none',    'none',    'none',    'no staff', 'no staff', 'no staff']],
  [update('crm_contacts', rows.any, { notes: 'Called' }),                  ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [remove('crm_contacts', rows.contact),                                   ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [remove('crm_contacts', rows.any),                                       ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],

  // communication_logs                                                      anon       newcomer   client     other      manager    admin      service
  [read('communication_logs', rows.any),                                   ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [readWith('communication_logs', rows.any, toContact),                    ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('communication_logs', rows.any),                                  ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('communication_logs', 'a text', text),                           ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [update('communication_logs', rows.any, { seen: true }),                 ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [update('communication_logs', rows.call, { call_outcome: 'spoke', call_note: 'Rang back' }), ['denied', 'none', 'none', 'none', 'rows', 'rows', 'rows']],
  [update('communication_logs', rows.any, { awaits_reply: false }),        ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [update('communication_logs', rows.any, { status: 'sent' }),             ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [remove('communication_logs', rows.any),                                 ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],

  // unseen_texts                                                            anon       newcomer   client     other      manager    admin      service
  [read('unseen_texts', rows.any),                                         ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('unseen_texts', rows.any),                                        ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('unseen_texts', 'a conversation', { texts: '1' }),               ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [update('unseen_texts', rows.any, { texts: '0' }),                       ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [remove('unseen_texts', rows.any),                                       ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],

  // texting_contacts                                                        anon       newcomer   client     other      manager    admin      service
  [read('texting_contacts', rows.any),                                     ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('texting_contacts', rows.any),                                    ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('texting_contacts', 'a contact', { first_name: 'A' }),           ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [update('texting_contacts', rows.any, { first_name: 'A' }),              ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [remove('texting_contacts', rows.any),                                   ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],

  // notifications                                                           anon       newcomer   client     other      manager    admin      service
  [read('notifications', rows.any),                                        ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [readWith('notifications', rows.any, toContact),                         ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('notifications', rows.any),                                       ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('notifications', 'a notification', { title: 'A', message: 'B' }), ['denied', 'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [insert('notifications', 'a deleted notification of the manager, by its id', rows.deletedNotification.key), ['denied', 'refused', 'refused', 'refused', 'rows', 'not theirs', 'incomplete']],
  [insertAndRead('notifications', 'a deleted notification of the manager, by its id', rows.deletedNotification.key), ['denied', 'refused', 'refused', 'refused', 'rows', 'not theirs', 'incomplete']],
  [update('notifications', rows.any, { read: true }),                      ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [update('notifications', rows.any, { message: 'New' }),                  ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [update('notifications', rows.any, { contact_id: null }),                ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [update('notifications', rows.adminsNotification, { recipient_id: people.client }), ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [remove('notifications', rows.any),                                      ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [read('notifications', rows.adminsNotification),                         ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [count('notifications', rows.adminsNotification),                        ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [update('notifications', rows.adminsNotification, { read: true }),       ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [remove('notifications', rows.adminsNotification),                       ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],

  // notification_choices                                                    anon       newcomer   client     other      manager    admin      service
  [read('notification_choices', rows.any),                                 ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [read('notification_choices', rows.adminsChoices),                       ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [count('notification_choices', rows.adminsChoices),                      ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [insert('notification_choices', 'a choice', { profile_id: people.client, kind: 'text' }), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],
  [update('notification_choices', rows.any, { browser: false, mail: 'daily' }), ['denied', 'none', 'none',  'none',    'rows',    'rows',    'rows']],
  [update('notification_choices', rows.adminsChoices, { mail: 'hourly' }), ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [update('notification_choices', rows.adminsChoices, { profile_id: people.client }), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],
  [remove('notification_choices', rows.any),                               ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],

  // contact_submissions                                                     anon       newcomer   client     other      manager    admin      service
  [read('contact_submissions', rows.any),                                  ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('contact_submissions', rows.any),                                 ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('contact_submissions', 'a submission', submission),              ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [update('contact_submissions', rows.any, { message: 'New' }),            ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [remove('contact_submissions', rows.any),                                ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],

  // reply_marks                                                             anon       newcomer   client     other      manager    admin      service
  [read('reply_marks', rows.any),                                          ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [readWith('reply_marks', rows.any, { embedded: 'profiles', by: 'marked_by' }), ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('reply_marks', rows.any),                                         ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('reply_marks', 'a mark', mark),                                  ['denied',  'refused', 'refused', 'refused', 'rows',    'rows',    'rows']],
  [insert('reply_marks', "a mark in another user's name", { ...mark, marked_by: people.admin }), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],
  [insert('reply_marks', 'a mark at another time', { ...mark, marked_at: '2020-01-01' }), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],
  [update('reply_marks', rows.any, { method: 'phone' }),                  ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [remove('reply_marks', rows.any),                                        ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],

  // meetings                                                                anon       newcomer   client     other      manager    admin      service
  [read('meetings', rows.any),                                             ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [readWith('meetings', rows.any, toContact),                              ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('meetings', rows.any),                                            ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('meetings', 'a meeting', meeting),                               ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [update('meetings', rows.any, { status: 'held' }),                       ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [remove('meetings', rows.any),                                           ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],

  // review_requests                                                         anon       newcomer   client     other      manager    admin      service
  [read('review_requests', rows.any),                                      ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [readWith('review_requests', rows.any, toContact),                       ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [readWith('review_requests', rows.any, { embedded: 'profiles', by: 'decided_by' }), ['denied', 'none', 'none', 'none', 'rows', 'rows', 'rows']],
  [count('review_requests', rows.any),                                     ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('review_requests', 'a decision not to ask', declined),           ['denied',  'refused', 'refused', 'refused', 'rows',    'rows',    'rows']],
  [insert('review_requests', 'a request as sent', { ...declined, outcome: 'sent' }), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],
  [insert('review_requests', "a decision in another user's name", { ...declined, decided_by: people.admin }), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],
  [update('review_requests', rows.any, { outcome: 'sent' }),               ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [remove('review_requests', rows.declinedRequest),                        ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [remove('review_requests', rows.sentRequest),                            ['denied',  'none',    'none',    'none',    'none',    'none',    'rows']],

  // review_offers                                                           anon       newcomer   client     other      manager    admin      service
  [read('review_offers', rows.any),                                        ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('review_offers', rows.any),                                       ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('review_offers', 'an offer', { channel: 'text' }),               ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [update('review_offers', rows.any, { channel: 'text' }),                 ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [remove('review_offers', rows.any),                                      ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],

  // booking_rules                                                           anon       newcomer   client     other      manager    admin      service
  [read('booking_rules', rows.any),                                        ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('booking_rules', rows.any),                                       ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('booking_rules', 'a second row', { id: true }),                  ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [update('booking_rules', rows.any, { minutes: '45' }),                   ['denied',  'none',    'none',    'none',    'none',    'rows',    'denied']],
  [update('booking_rules', rows.any, { updated_by: null }),                ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [update('booking_rules', rows.any, { id: true }),                        ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [remove('booking_rules', rows.any),                                      ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],

  // days_off                                                                anon       newcomer   client     other      manager    admin      service
  [read('days_off', rows.any),                                             ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('days_off', rows.any),                                            ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('days_off', 'a day', { day: '2099-01-01' }),                     ['denied',  'refused', 'refused', 'refused', 'refused', 'rows',    'denied']],
  [update('days_off', rows.any, { note: 'New' }),                          ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [remove('days_off', rows.any),                                           ['denied',  'none',    'none',    'none',    'none',    'rows',    'denied']],

  // busy_calendars                                                          anon       newcomer   client     other      manager    admin      service
  [read('busy_calendars', rows.any),                                       ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('busy_calendars', rows.any),                                      ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('busy_calendars', 'a calendar', busyCalendar),                   ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [update('busy_calendars', rows.any, { name: 'New' }),                    ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [remove('busy_calendars', rows.managersCalendar),                        ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [remove('busy_calendars', rows.adminsCalendar),                          ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],

  // busy_times                                                              anon       newcomer   client     other      manager    admin      service
  [read('busy_times', rows.any),                                           ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('busy_times', rows.any),                                          ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('busy_times', 'a time', busyTime),                               ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [update('busy_times', rows.any, { ends_at: '2099-01-02' }),              ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [remove('busy_times', rows.any),                                         ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],

  // waiting_people                                                          anon       newcomer   client     other      manager    admin      service
  [read('waiting_people', rows.any),                                       ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [readWith('waiting_people', rows.any, toContact),                        ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('waiting_people', rows.any),                                      ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('waiting_people', 'a person', { items: '1' }),                  ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [update('waiting_people', rows.any, { items: '0' }),                    ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [remove('waiting_people', rows.any),                                     ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],

  // waiting_list                                                            anon       newcomer   client     other      manager    admin      service
  [read('waiting_list', rows.any),                                         ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('waiting_list', rows.any),                                        ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('waiting_list', 'a person', { items: '1' }),                    ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [update('waiting_list', rows.any, { items: '0' }),                      ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [remove('waiting_list', rows.any),                                       ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],

  // replies                                                                 anon       newcomer   client     other      manager    admin      service
  [read('replies', rows.any),                                              ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('replies', rows.any),                                             ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('replies', 'a reply', { method: 'text' }),                      ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [update('replies', rows.any, { method: 'text' }),                       ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [remove('replies', rows.any),                                            ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],

  // submission_replies                                                      anon       newcomer   client     other      manager    admin      service
  [read('submission_replies', rows.any),                                   ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('submission_replies', rows.any),                                  ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('submission_replies', 'a reply', { method: 'text' }),           ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [update('submission_replies', rows.any, { method: 'text' }),            ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [remove('submission_replies', rows.any),                                 ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],

  // contact_views                                                           anon       newcomer   client     other      manager    admin      service
  [read('contact_views', rows.sharedView),                                 ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [read('contact_views', rows.adminsView),                                 ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [count('contact_views', rows.adminsView),                                ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [insert('contact_views', 'a view', view),                                ['denied',  'refused', 'refused', 'refused', 'rows',    'rows',    'rows']],
  [insert('contact_views', "a view in another user's name", { ...view, owner_id: people.admin }), ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [update('contact_views', rows.sharedView, { name: 'New' }),             ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [update('contact_views', rows.adminsSharedView, { name: 'New' }),       ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [update('contact_views', rows.adminsView, { name: 'New' }),             ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [update('contact_views', rows.sharedView, { shared: false }),           ['denied',  'none',    'none',    'none',    'rows',    'refused', 'rows']],
  [update('contact_views', rows.any, { name: 'New' }),                     ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [update('contact_views', rows.sharedView, { owner_id: people.admin }),  ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [remove('contact_views', rows.sharedView),                               ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [remove('contact_views', rows.adminsSharedView),                         ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [remove('contact_views', rows.any),                                      ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],

  // reply_times                                                             anon       newcomer   client     other      manager    admin      service
  [read('reply_times', rows.any),                                          ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('reply_times', rows.any),                                         ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('reply_times', 'a time', { answered_at: '2020-01-01' }),         ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [update('reply_times', rows.any, { answered_at: '2020-01-01' }),         ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [remove('reply_times', rows.any),                                        ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],

  // consent_events                                                          anon       newcomer   client     other      manager    admin      service
  [read('consent_events', rows.any),                                       ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('consent_events', rows.any),                                      ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('consent_events', 'an agreement', consent),                      ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [update('consent_events', rows.any, { action: 'grant' }),                ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [remove('consent_events', rows.any),                                     ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],

  // jobs                                                                   anon       newcomer   client     other      manager    admin      service
  [read('jobs', rows.any),                                                  ['denied', 'none', 'none', 'none', 'rows', 'rows', 'rows']],
  [count('jobs', rows.any),                                                 ['denied', 'none', 'none', 'none', 'rows', 'rows', 'rows']],
  [insert('jobs', 'a job', job),                                            ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],
  [update('jobs', rows.any, { state: 'dead' }),                             ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],
  [remove('jobs', rows.any),                                                ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],

  // job_queues                                                             anon       newcomer   client     other      manager    admin      service
  [read('job_queues', rows.any),                                            ['denied', 'none', 'none', 'none', 'rows', 'rows', 'rows']],
  [count('job_queues', rows.any),                                           ['denied', 'none', 'none', 'none', 'rows', 'rows', 'rows']],
  [insert('job_queues', 'a queue', { name: 'mail' }),                       ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],
  [update('job_queues', rows.any, { last_reason: null }),                   ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],
  [remove('job_queues', rows.any),                                          ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'denied']],

  // email_messages                                                         anon       newcomer   client     other      manager    admin      service
  [read('email_messages', rows.any), ['denied', 'none', 'none', 'none', 'rows', 'rows', 'rows']],
  [readWith('email_messages', rows.any, toLog), ['denied', 'none', 'none', 'none', 'rows', 'rows', 'rows']],
  [count('email_messages', rows.any), ['denied', 'none', 'none', 'none', 'rows', 'rows', 'rows']],
  [insert('email_messages', 'an email', email), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],
  [update('email_messages', rows.any, { subject: 'x' }), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'denied']],
  [remove('email_messages', rows.any), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'denied']],

  // email_attachments
  [read('email_attachments', rows.any), ['denied', 'none', 'none', 'none', 'rows', 'rows', 'rows']],
  [count('email_attachments', rows.any), ['denied', 'none', 'none', 'none', 'rows', 'rows', 'rows']],
  [insert('email_attachments', 'an attachment', attachment), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],
  [update('email_attachments', rows.any, { file_name: 'x' }), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'denied']],
  [remove('email_attachments', rows.any), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'denied']],

  // text_media
  [read('text_media', rows.any), ['denied', 'none', 'none', 'none', 'rows', 'rows', 'rows']],
  [count('text_media', rows.any), ['denied', 'none', 'none', 'none', 'rows', 'rows', 'rows']],
  [insert('text_media', 'a picture', media), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],
  [update('text_media', rows.any, { problem: 'x' }), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],
  [remove('text_media', rows.any), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'denied']],

  // email_opt_outs
  [read('email_opt_outs', rows.any), ['denied', 'none', 'none', 'none', 'rows', 'rows', 'rows']],
  [count('email_opt_outs', rows.any), ['denied', 'none', 'none', 'none', 'rows', 'rows', 'rows']],
  [insert('email_opt_outs', 'an opt-out', emailOptOut), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],
  [update('email_opt_outs', rows.any, { opted_out_at: LATER }), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'denied']],
  [remove('email_opt_outs', rows.any), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],

  // delivery_events                                                        anon       newcomer   client     other      manager    admin      service
  [read('delivery_events', rows.any),                                       ['denied', 'none', 'none', 'none', 'rows', 'rows', 'rows']],
  [readWith('delivery_events', rows.any, toLog),                            ['denied', 'none', 'none', 'none', 'rows', 'rows', 'rows']],
  [count('delivery_events', rows.any),                                      ['denied', 'none', 'none', 'none', 'rows', 'rows', 'rows']],
  [insert('delivery_events', 'a report', report),                           ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],
  [update('delivery_events', rows.any, { status: 'delivered' }),            ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'denied']],
  [remove('delivery_events', rows.any),                                     ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],

  // webhook_receipts                                                       anon       newcomer   client     other      manager    admin      service
  [read('webhook_receipts', rows.any),                                      ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],
  [count('webhook_receipts', rows.any),                                     ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],
  [insert('webhook_receipts', 'a receipt', { key: 'sms:SM1' }),             ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],
  [update('webhook_receipts', rows.any, { answer: null }),                  ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],
  [remove('webhook_receipts', rows.any),                                    ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],

  // page_views                                                              anon       newcomer   client     other      manager    admin      service
  [read('page_views', rows.any),                                           ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('page_views', rows.any),                                          ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('page_views', 'a page', { day: '2026-11-21', path: '/' }), ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [update('page_views', rows.any, { path: '/about' }),                           ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [remove('page_views', rows.any),                                         ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],

  // message_templates                                                      anon       newcomer   client     other      manager    admin      service
  [read('message_templates', rows.any),                                     ['denied', 'none', 'none', 'none', 'rows', 'rows', 'rows']],
  [count('message_templates', rows.any),                                    ['denied', 'none', 'none', 'none', 'rows', 'rows', 'rows']],
  [insert('message_templates', 'a template', template),                     ['denied', 'refused', 'refused', 'refused', 'refused', 'rows', 'rows']],
  [update('message_templates', rows.any, { body: 'Hello' }),                ['denied', 'none', 'none', 'none', 'none', 'rows', 'rows']],
  [remove('message_templates', rows.any),                                   ['denied', 'none', 'none', 'none', 'none', 'rows', 'rows']],
  // contact_notes                                                           anon       newcomer   client     other      manager    admin      service
  [read('contact_notes', rows.any),                                        ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('contact_notes', rows.any),                                       ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('contact_notes', 'a note', note),                                ['denied',  'refused', 'refused', 'refused', 'rows',    'rows',    'rows']],
  [insert('contact_notes', "a note in another user's name", { ...note, author_id: people.client }), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'rows']],
  [update('contact_notes', rows.any, { body: 'New' }),                     ['denied',  'none',    'none',    'none',    'rows',    'none',    'denied']],
  [update('contact_notes', rows.any, { author_id: people.client }),         ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [remove('contact_notes', rows.any),                                      ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],

  // deleted_contacts                                                        anon       newcomer   client     other      manager    admin      service
  [read('deleted_contacts', rows.any),                                     ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('deleted_contacts', rows.any),                                    ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('deleted_contacts', 'a contact that never was', { id: people.client, contact: '{}', hanging: '[]' }), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'denied']],
  [update('deleted_contacts', rows.deletedContact, { restored: true }),    ['denied',  'none',    'none',    'none',    'rows',    'rows',    'denied']],
  [update('deleted_contacts', rows.any, { restored: true }),               ['denied',  'none',    'none',    'none',    'rows',    'rows',    'denied']],
  [update('deleted_contacts', rows.deletedContact, { contact: '{}' }),     ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [remove('deleted_contacts', rows.any),                                   ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],

  // contact_recycle_bin                                                     anon       newcomer   client     other      manager    admin      service
  [read('contact_recycle_bin', rows.any),                                  ['denied',  'none',    'none',    'none',    'rows',    'rows',    'denied']],
  [insert('contact_recycle_bin', 'a row', { id: people.client }),          ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [update('contact_recycle_bin', rows.any, { id: people.client }),         ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [remove('contact_recycle_bin', rows.any),                                ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],

  // contact_merges                                                          anon       newcomer   client     other      manager    admin      service
  [read('contact_merges', rows.any),                                       ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('contact_merges', rows.any),                                      ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('contact_merges', 'a merge', merge),                             ['denied',  'refused', 'refused', 'refused', 'rows',    'rows',    'denied']],
  [insert('contact_merges', "a merge in another user's name", { ...merge, merged_by: people.client }), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'denied']],
  [update('contact_merges', rows.merge, { undone: true }),                 ['denied',  'none',    'none',    'none',    'rows',    'rows',    'denied']],
  [update('contact_merges', rows.any, { undone: true }),                   ['denied',  'none',    'none',    'none',    'rows',    'rows',    'denied']],
  [update('contact_merges', rows.merge, { undone: false }),                ['denied',  'none',    'none',    'none',    'refused', 'refused', 'denied']],
  [update('contact_merges', rows.merge, { kept_id: people.client }),       ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [remove('contact_merges', rows.any),                                     ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],

  // distinct_contacts                                                       anon       newcomer   client     other      manager    admin      service
  [read('distinct_contacts', rows.any),                                    ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('distinct_contacts', rows.any),                                   ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('distinct_contacts', 'a pair', distinct),                        ['denied',  'refused', 'refused', 'refused', 'rows',    'rows',    'denied']],
  [insert('distinct_contacts', "a pair in another user's name", { ...distinct, marked_by: people.client }), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'denied']],
  [insert('distinct_contacts', 'a pair with a sign of its own', { ...distinct, same_email: true }), ['denied', 'denied', 'denied', 'denied', 'denied', 'denied', 'denied']],
  [update('distinct_contacts', rows.any, { same_name: true }),             ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [remove('distinct_contacts', rows.any),                                  ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],

  // Views: read by managers, never written                                     anon       newcomer   client     other      manager    admin      service
  [read('contact_search', rows.any),                                         ['denied',  'none',    'none',    'none',    'rows',    'rows',    'denied']],
  [insert('contact_search', 'a row', { id: people.client }),                 ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [update('contact_search', rows.any, { id: people.client }),                ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [remove('contact_search', rows.any),                                       ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [read('contact_services', rows.any),                                       ['denied',  'none',    'none',    'none',    'rows',    'rows',    'denied']],
  [insert('contact_services', 'a row', { service_request: 'x' }),            ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [update('contact_services', rows.any, { service_request: 'x' }),           ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [remove('contact_services', rows.any),                                     ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [read('contact_duplicates', rows.any),                                     ['denied',  'none',    'none',    'none',    'rows',    'rows',    'denied']],
  [insert('contact_duplicates', 'a row', { id: people.client }),             ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [update('contact_duplicates', rows.any, { id: people.client }),            ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [remove('contact_duplicates', rows.any),                                   ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [read('contact_changes', rows.any),                                        ['denied',  'none',    'none',    'none',    'rows',    'rows',    'denied']],
  [insert('contact_changes', 'a row', { action: 'x' }),                      ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [update('contact_changes', rows.any, { action: 'x' }),                     ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [remove('contact_changes', rows.any),                                      ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [read('contact_timeline', rows.any),                                       ['denied',  'none',    'none',    'none',    'rows',    'rows',    'denied']],
  [insert('contact_timeline', 'a row', { id: people.client }),               ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [update('contact_timeline', rows.any, { id: people.client }),              ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],
  [remove('contact_timeline', rows.any),                                     ['unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable', 'unwritable']],

  // ai_generations                                                          anon       newcomer   client     other      manager    admin      service
  [read('ai_generations', rows.any),                                       ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [count('ai_generations', rows.any),                                      ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [insert('ai_generations', 'a generation', generation),                   ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [update('ai_generations', rows.any, { outcome: 'done' }),                ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [remove('ai_generations', rows.any),                                     ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],

  // draft_schedule                                                          anon       newcomer   client     other      manager    admin      service
  [read('draft_schedule', rows.any),                                       ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [count('draft_schedule', rows.any),                                      ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [insert('draft_schedule', 'a second schedule', { id: true }),            ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [update('draft_schedule', rows.any, { ...weekly, author_id: ME }),       ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [update('draft_schedule', rows.any, { author_id: people.manager }),      ['denied',  'none',    'none',    'none',    'none',    'refused', 'rows']],
  [update('draft_schedule', rows.any, { updated_at: '2020-01-01' }),       ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [remove('draft_schedule', rows.any),                                     ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],

  // contact_imports                                                         anon       newcomer   client     other      manager    admin      service
  [read('contact_imports', rows.any),                                      ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('contact_imports', rows.any),                                     ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('contact_imports', 'a file', file),                              ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [update('contact_imports', rows.any, { state: 'imported' }),             ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [remove('contact_imports', rows.any),                                    ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],

  // contact_import_rows                                                     anon       newcomer   client     other      manager    admin      service
  [read('contact_import_rows', rows.any),                                  ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [count('contact_import_rows', rows.any),                                 ['denied',  'none',    'none',    'none',    'rows',    'rows',    'rows']],
  [insert('contact_import_rows', 'a row of a file', fileRow),              ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [update('contact_import_rows', rows.any, { outcome: 'created' }),        ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [remove('contact_import_rows', rows.any),                                ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],

  // backups                                                                 anon       newcomer   client     other      manager    admin      service
  [read('backups', rows.any),                                              ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [count('backups', rows.any),                                             ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [insert('backups', 'a backup', backup),                                  ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [update('backups', rows.any, { error: 'The disk is full.' }),            ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [remove('backups', rows.any),                                            ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],

  // audit_log                                                               anon       newcomer   client     other      manager    admin      service
  [read('audit_log', rows.any),                                            ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [count('audit_log', rows.any),                                           ['denied',  'none',    'none',    'none',    'none',    'rows',    'rows']],
  [insert('audit_log', 'an entry', change),                                ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'rows']],
  [update('audit_log', rows.any, { actor_role: 'x' }),                     ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
  [remove('audit_log', rows.any),                                          ['denied',  'denied',  'denied',  'denied',  'denied',  'denied',  'denied']],
]

/** Operations of a manager on their own rows before the second factor; the expected outcome is a visitor's. */
export const unproved: readonly Rule[] = [
  [read('profiles', rows.unprovedProfile), ['denied']],
  [update('profiles', rows.unprovedProfile, { first_name: 'Una' }), ['denied']],
  [update('profiles', rows.any, { first_name: 'Una' }), ['denied']],
]

/** Operations that even the database owner, who bypasses policies and grants, may not perform. */
export const ownerRules: readonly (readonly [does: Operation, outcome: Outcome])[] = [
  [update('contact_submissions', rows.any, { message: 'New' }), 'append-only'],
  [update('contact_submissions', rows.any, { contact_id: null }), 'rows'],
  [update('consent_events', rows.any, { action: 'grant' }), 'append-only'],
  [update('consent_events', rows.any, { contact_id: null }), 'rows'],
  [remove('consent_events', rows.any), 'append-only'],
  [update('delivery_events', rows.any, { status: 'delivered' }), 'append-only'],
]

/** What a permitted change leaves behind. `proof` is a query of the owner that must return a row. */
export interface Consequence {
  as: Role
  does: Operation
  leaves: string
  proof: string
}

export const consequences: readonly Consequence[] = [
  {
    as: 'manager',
    does: insert('reply_marks', 'a mark', mark),
    leaves: 'a mark in the name of the manager, only for what had come in, and nobody who waits',
    proof: `select from public.reply_marks where marked_by = '${people.manager}' and method = '${mark.method}'
      and marked_at = now() and up_to < '2099-01-01'
      and not exists (select from public.waiting_people where contact_id = '${rows.contact.key.id}')`,
  },
  {
    as: 'manager',
    does: update('contact_notes', rows.any, { deleted_at: '2020-01-01' }),
    leaves: 'the note, deleted at the time of the server',
    proof: `select from public.contact_notes where author_id = '${people.manager}' and deleted_at = now()`,
  },
  {
    as: 'manager',
    does: update('notification_choices', rows.any, { mail: 'hourly' }),
    leaves: 'the choices of others as they were',
    proof: `select from public.notification_choices where profile_id = '${people.admin}' having bool_and(mail <> 'hourly')`,
  },
  {
    as: 'service',
    does: update('profiles', rows.managerProfile, { role: 'client' }),
    leaves: 'no notifications, no deleted ones and no push subscriptions, because they left the staff',
    proof: `select where not exists (select from public.notifications where recipient_id = '${people.manager}')
      and not exists (select from private.deleted_notifications where copy ->> 'recipient_id' = '${people.manager}')
      and not exists (select from private.push_subscriptions where profile_id = '${people.manager}')`,
  },
  {
    as: 'manager',
    does: remove('reply_marks', rows.any),
    leaves: 'an audit entry: who deleted the mark, and its author',
    proof: `select from public.audit_log where table_name = 'reply_marks' and action = 'delete'
      and actor = '${people.manager}' and changes -> 'marked_by' ? 'old'`,
  },
  {
    as: 'manager',
    does: insert(
      'notifications',
      'a deleted notification of the manager, by its id',
      rows.deletedNotification.key,
    ),
    leaves: 'the notification as it was',
    proof: `select from public.notifications where id = '${rows.deletedNotification.key.id}'
      and title = 'Old news' and message = 'Ada wrote before' and read and contact_id = '${rows.contact.key.id}'
      and recipient_id = '${people.manager}'`,
  },
  {
    as: 'manager',
    does: remove('notifications', rows.any),
    leaves: 'a copy that can be restored',
    proof: `select from private.deleted_notifications where copy ->> 'title' = 'New contact'`,
  },
  {
    as: 'manager',
    does: update('crm_contacts', rows.contact, { status: 'customer' }),
    leaves: 'an audit entry: who changed the contact, and the old value',
    proof: `select from public.audit_log where table_name = 'crm_contacts' and action = 'update'
      and actor = '${people.manager}' and row_id = '${rows.contact.key.id}' and changes -> 'status' ->> 'old' = 'lead'`,
  },
  {
    as: 'service',
    does: update('contact_imports', rows.contactImport, { state: 'imported' }),
    leaves: 'one audit entry for the import, with the name of its file',
    proof: `select from public.audit_log where table_name = 'contact_imports' and row_id = '${rows.contactImport.key.id}'
      and changes -> 'file_name' ->> 'new' = 'people.csv' and import_id is null`,
  },
  {
    as: 'admin',
    does: remove('blog_posts', rows.published),
    leaves: 'an audit entry: who deleted the post, and its text',
    proof: `select from public.audit_log where table_name = 'blog_posts' and action = 'delete'
      and actor = '${people.admin}' and changes -> 'title' ->> 'old' = 'Published'`,
  },
  {
    as: 'service',
    does: update('profiles', rows.clientProfile, { role: 'manager' }),
    leaves: 'an audit entry: the role change, and the old role',
    proof: `select from public.audit_log where table_name = 'profiles' and action = 'update'
      and row_id = '${people.client}' and changes -> 'role' ->> 'old' = 'client'`,
  },
  {
    as: 'manager',
    does: update('crm_contacts', rows.contact, { text_consent: true }),
    leaves: 'a consent event in the name of the manager',
    proof: `select from public.consent_events where contact_id = '${rows.contact.key.id}'
      and action = 'grant' and method = 'staff' and actor = '${people.manager}'
      and actor_email = (select email from public.profiles where id = '${people.manager}')`,
  },
  {
    as: 'manager',
    does: insert('crm_contacts', 'a contact who agreed to texts', { ...person, text_consent: true }),
    leaves: 'a consent event in the name of the manager',
    proof: `select from public.consent_events where email = '${person.email}'
      and action = 'grant' and method = 'staff' and actor = '${people.manager}'`,
  },
  {
    as: 'service',
    does: insert('consent_events', 'a withdrawal', {
      contact_id: rows.consentingContact.key.id,
      action: 'revoke',
      method: 'keyword',
    }),
    leaves: 'a contact who may not be texted',
    proof: `select from public.crm_contacts where id = '${rows.consentingContact.key.id}' and not text_consent
      and (private.may_text(crm_contacts, phone_e164, now())).reason = 'no_consent'`,
  },
  {
    as: 'service',
    does: insert('consent_events', 'a withdrawal that names the number alone', {
      phone_e164: '+19105550101',
      action: 'revoke',
      method: 'keyword',
    }),
    leaves: 'a contact who may not be texted',
    proof: `select from public.crm_contacts where id = '${rows.consentingContact.key.id}' and not text_consent
      and (private.may_text(crm_contacts, phone_e164, now())).reason = 'opted_out'`,
  },
  {
    as: 'service',
    does: insert('consent_events', 'a withdrawal older than the agreement', {
      contact_id: rows.consentingContact.key.id,
      action: 'revoke',
      method: 'import',
      occurred_at: '2020-01-01',
    }),
    leaves: 'a contact who may be texted',
    proof: `select from public.crm_contacts where id = '${rows.consentingContact.key.id}' and text_consent`,
  },
  {
    as: 'manager',
    does: update('crm_contacts', rows.consentingContact, { phone: '(910) 555-0199' }),
    leaves: 'no consent for the new number, and a consent event with the reason',
    proof: `select from public.crm_contacts as contact join public.consent_events as event on event.contact_id = contact.id
      where contact.id = '${rows.consentingContact.key.id}' and not contact.text_consent
      and event.action = 'revoke' and event.evidence ->> 'old_number' = '+19105550101'`,
  },
  {
    as: 'admin',
    does: insert('message_templates', 'a template', template),
    leaves: 'an audit entry: the author of the template',
    proof: `select from public.audit_log where table_name = 'message_templates' and action = 'insert'
      and actor = '${people.admin}' and changes -> 'name' ->> 'new' = 'Hello'`,
  },
  {
    as: 'service',
    does: insert('crm_contacts', 'a contact with the number of a person who opted out', {
      ...person,
      phone: '(910) 555-0102',
      text_consent: true,
    }),
    leaves: 'a contact who may not be texted, and no consent event',
    proof: `select from public.crm_contacts as contact where email = '${person.email}' and not text_consent
      and not exists (select from public.consent_events as event where event.contact_id = contact.id)`,
  },
  {
    as: 'manager',
    does: remove('crm_contacts', rows.contact),
    leaves: 'the submission, the consent events, the texts and the notifications',
    proof: `select from public.contact_submissions, public.consent_events, public.communication_logs, public.notifications`,
  },
  {
    as: 'manager',
    does: remove('crm_contacts', rows.contact),
    leaves: 'a copy that can be restored, in the name of the manager',
    proof: `select from public.deleted_contacts where id = '${rows.contact.key.id}'
      and deleted_by = '${people.manager}' and contact ->> 'first_name' = 'Ada'`,
  },
  {
    as: 'manager',
    does: update('deleted_contacts', rows.deletedContact, { restored: true }),
    leaves: 'the contact with its note, and no copy',
    proof: `select from public.crm_contacts as contact join public.contact_notes as note on note.contact_id = contact.id
      where contact.id = '${rows.deletedContact.key.id}' and not exists (select from public.deleted_contacts)`,
  },
  {
    as: 'manager',
    does: insert('contact_merges', 'a merge', merge),
    leaves: 'one contact without consent to texts, and an audit entry',
    proof: `select from public.crm_contacts as contact join public.audit_log as entry on entry.table_name = 'contact_merges'
      where contact.id = '${rows.contact.key.id}' and not contact.text_consent and entry.actor = '${people.manager}'
      and not exists (select from public.crm_contacts where id = '${rows.consentingContact.key.id}')`,
  },
  {
    as: 'manager',
    does: insert('distinct_contacts', 'a pair', distinct),
    leaves: 'the pair in order, in the name of the manager, and an audit entry',
    proof: `select from public.distinct_contacts as pair join public.audit_log as entry on entry.row_id = pair.id
      where pair.contact_id = '${rows.contact.key.id}' and pair.other_id = '${rows.consentingContact.key.id}'
      and pair.marked_by = '${people.manager}' and entry.actor = '${people.manager}'`,
  },
  {
    as: 'manager',
    does: update('contact_merges', rows.merge, { undone: true }),
    leaves: 'both contacts, and an audit entry',
    proof: `select from public.crm_contacts as contact join public.audit_log as entry on entry.row_id = '${rows.merge.key.id}'
      where contact.email = 'ada@other.example' and entry.action = 'update' and entry.actor = '${people.manager}'`,
  },
]

/** Every policy, and the cells it decides: those of this table and verb. */
export const policies: Readonly<Record<string, `${string} ${Privilege}`>> = {
  ai_generations_read_as_admin: 'ai_generations select',
  draft_schedule_read_as_admin: 'draft_schedule select',
  draft_schedule_update_as_admin: 'draft_schedule update',
  profiles_read_own: 'profiles select',
  profiles_read_all_as_manager: 'profiles select',
  profiles_insert_own: 'profiles insert',
  profiles_update_own: 'profiles update',
  blog_posts_read_published: 'blog_posts select',
  blog_posts_read_all_as_manager: 'blog_posts select',
  blog_posts_insert_as_admin: 'blog_posts insert',
  blog_posts_update_as_admin: 'blog_posts update',
  blog_posts_delete_as_admin: 'blog_posts delete',
  post_revisions_read_as_admin: 'post_revisions select',
  post_working_copies_read_own: 'post_working_copies select',
  post_working_copies_insert_own: 'post_working_copies insert',
  post_working_copies_update_own: 'post_working_copies update',
  post_working_copies_delete_own: 'post_working_copies delete',
  slug_redirects_read_published: 'slug_redirects select',
  slug_redirects_read_all_as_manager: 'slug_redirects select',
  crm_contacts_read_as_manager: 'crm_contacts select',
  crm_contacts_insert_as_manager: 'crm_contacts insert',
  crm_contacts_update_as_manager: 'crm_contacts update',
  crm_contacts_delete_as_manager: 'crm_contacts delete',
  communication_logs_read_as_manager: 'communication_logs select',
  communication_logs_mark_as_manager: 'communication_logs update',
  notifications_read_own: 'notifications select',
  notifications_mark_own: 'notifications update',
  notifications_delete_own: 'notifications delete',
  notifications_restore_own: 'notifications insert',
  notification_choices_read_own: 'notification_choices select',
  notification_choices_update_own: 'notification_choices update',
  contact_submissions_read_as_manager: 'contact_submissions select',
  reply_marks_read_as_manager: 'reply_marks select',
  reply_marks_insert_as_manager: 'reply_marks insert',
  reply_marks_delete_as_manager: 'reply_marks delete',
  meetings_read_as_manager: 'meetings select',
  review_requests_read_as_manager: 'review_requests select',
  review_requests_decline_as_manager: 'review_requests insert',
  review_requests_undo_as_manager: 'review_requests delete',
  booking_rules_read_as_manager: 'booking_rules select',
  booking_rules_update_as_admin: 'booking_rules update',
  days_off_read_as_manager: 'days_off select',
  days_off_insert_as_admin: 'days_off insert',
  days_off_delete_as_admin: 'days_off delete',
  busy_calendars_read_as_manager: 'busy_calendars select',
  busy_calendars_delete_own: 'busy_calendars delete',
  busy_times_read_as_manager: 'busy_times select',
  contact_views_read_own_or_shared: 'contact_views select',
  contact_views_insert_own: 'contact_views insert',
  contact_views_update_own_or_shared: 'contact_views update',
  contact_views_delete_own_or_shared: 'contact_views delete',
  waiting_people_read_as_manager: 'waiting_people select',
  consent_events_read_as_manager: 'consent_events select',
  contact_notes_read_as_manager: 'contact_notes select',
  contact_notes_insert_as_manager: 'contact_notes insert',
  contact_notes_change_own: 'contact_notes update',
  deleted_contacts_read_as_manager: 'deleted_contacts select',
  deleted_contacts_restore_as_manager: 'deleted_contacts update',
  contact_merges_read_as_manager: 'contact_merges select',
  contact_merges_merge_as_manager: 'contact_merges insert',
  contact_merges_undo_as_manager: 'contact_merges update',
  distinct_contacts_read_as_manager: 'distinct_contacts select',
  distinct_contacts_mark_as_manager: 'distinct_contacts insert',
  distinct_contacts_unmark_as_manager: 'distinct_contacts delete',
  contact_imports_read_as_manager: 'contact_imports select',
  contact_import_rows_read_as_manager: 'contact_import_rows select',
  backups_read_as_admin: 'backups select',
  audit_log_read_as_admin: 'audit_log select',
  jobs_read_as_manager: 'jobs select',
  job_queues_read_as_manager: 'job_queues select',
  email_attachments_read_as_manager: 'email_attachments select',
  email_messages_read_as_manager: 'email_messages select',
  text_media_read_as_manager: 'text_media select',
  email_opt_outs_read_as_manager: 'email_opt_outs select',
  delivery_events_read_as_manager: 'delivery_events select',
  page_views_read_as_manager: 'page_views select',
  message_templates_read_as_manager: 'message_templates select',
  message_templates_insert_as_admin: 'message_templates insert',
  message_templates_update_as_admin: 'message_templates update',
  message_templates_delete_as_admin: 'message_templates delete',
}

/** Columns the browser may write, for tables where it may not write all. Anon writes nothing. */
export const writableColumns: Readonly<Record<string, readonly string[]>> = {
  'profiles insert': ['id', 'email', 'role', 'first_name', 'last_name'],
  'profiles update': ['first_name', 'last_name', 'meeting_room'],
  'draft_schedule update': ['every_weeks', 'next_on', 'author_id'],
  'communication_logs update': ['seen', 'call_outcome', 'call_note'],
  'notifications insert': ['id'],
  'notifications update': ['read'],
  'notification_choices update': ['browser', 'mail'],
  'contact_views insert': ['id', 'name', 'shared', 'filters'],
  'contact_views update': ['name', 'shared', 'filters'],
  'booking_rules update': [
    'weekly_hours',
    'minutes',
    'buffer_minutes',
    'notice_minutes',
    'horizon_days',
    'daily_limit',
    'updated_at',
  ],
  'reply_marks insert': ['id', 'contact_id', 'phone_number', 'up_to', 'method'],
  'review_requests insert': ['id', 'contact_id'],
  'contact_notes insert': ['id', 'contact_id', 'body'],
  'contact_notes update': ['body', 'deleted_at'],
  'deleted_contacts update': ['restored'],
  'contact_merges insert': ['kept_id', 'merged_id', 'taken'],
  'contact_merges update': ['undone'],
  'distinct_contacts insert': ['contact_id', 'other_id'],
}

/** Our functions that an API caller may run. Trigger functions only run from their triggers. */
export const callable = {
  anon: [
    'auth.jwt',
    'auth.role',
    'auth.uid',
    'private.in_time',
    'private.session_is_live',
    'realtime.could_read',
  ],
  authenticated: [
    'auth.jwt',
    'auth.role',
    'auth.uid',
    'private.account_name',
    'private.are_contact_filters',
    'private.app_role',
    'private.duplicates_of',
    'private.find_similar_contacts',
    'private.hold_staff_role',
    'private.in_time',
    'private.is_admin',
    'private.is_domestic_number',
    'private.is_manager',
    'private.is_proved',
    'private.is_suppressed',
    'private.last_inbound_at',
    'private.may_text',
    'private.own_email',
    'private.record_planned_steps',
    'private.result_answers',
    'private.result_meetings',
    'private.results',
    'private.search_messages',
    'private.session_is_live',
    'realtime.could_read',
  ],
}
