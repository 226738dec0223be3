import { expect, test } from 'vitest'
import type { AuditRow } from './audit-log.api.ts'
import { formatActor, describeAuditEntry } from './audit-entry-text.ts'

const ADA = '00000000-0000-4000-8000-000000000001'
const BEN = '00000000-0000-4000-8000-000000000002'
const DANA = '00000000-0000-4000-8000-000000000003'
const GONE = '00000000-0000-4000-8000-000000000009'

const names = new Map([
  [ADA, 'Ada Cole'],
  [BEN, 'Ben Ito'],
  [DANA, 'Dana Whitfield'],
])

const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36'

type Told = Pick<AuditRow, 'table_name' | 'action' | 'row_id' | 'changes'> & Partial<AuditRow>

function sentence(told: Told): string {
  const entry: AuditRow = {
    id: 1,
    occurred_at: '2026-11-21T10:00:00Z',
    actor: ADA,
    actor_role: 'authenticated',
    ...told,
  }
  return `${formatActor(entry, names)} ${describeAuditEntry(entry, names)}`
}

function importChanges(state: string, summary: Record<string, number>): AuditRow['changes'] {
  return {
    state: { new: state },
    file_name: { new: 'clients.csv' },
    summary: { new: summary },
    problem: { new: null },
  }
}

const users = { table_name: 'users', action: 'update', row_id: BEN } as const
const imported = { table_name: 'contact_imports', action: 'update', row_id: GONE } as const
const contact = { table_name: 'crm_contacts', action: 'update', row_id: DANA } as const

test.each<[string, Told]>([
  [
    'Ben Ito signed in from 203.0.113.5 with Chrome on Windows',
    {
      table_name: 'sessions',
      action: 'insert',
      actor: BEN,
      row_id: BEN,
      changes: { ip: { new: '203.0.113.5' }, user_agent: { new: CHROME }, method: { new: 'password' } },
    },
  ],
  [
    'Ben Ito accepted the invitation from 203.0.113.5 with an unknown device',
    {
      table_name: 'sessions',
      action: 'insert',
      actor: BEN,
      row_id: BEN,
      changes: { ip: { new: '203.0.113.5' }, user_agent: { new: null }, method: { new: 'invite' } },
    },
  ],
  [
    'Ada Cole signed Ben Ito out of Chrome on Windows',
    { table_name: 'sessions', action: 'delete', row_id: BEN, changes: { user_agent: { old: CHROME } } },
  ],
  ['Ada Cole invited Ben Ito', { ...users, changes: { invited_at: { old: null, new: '2026-11-21' } } }],
  [
    'Ada Cole sent the invitation to Ben Ito again',
    { ...users, changes: { invited_at: { old: '2026-11-20', new: '2026-11-21' } } },
  ],
  [
    'Ada Cole disabled the account of Ben Ito',
    { ...users, changes: { banned_until: { old: null, new: '2126-11-21' } } },
  ],
  [
    'The server enabled the account of Ben Ito',
    {
      ...users,
      actor: null,
      actor_role: 'service_role',
      changes: { banned_until: { old: '2126-11-21', new: null } },
    },
  ],
  ['Ada Cole changed their own password', { ...users, row_id: ADA, changes: { password: {} } }],
  [
    'Ada Cole switched two-step sign-in on',
    { table_name: 'mfa_factors', action: 'insert', row_id: ADA, changes: { factor_type: { new: 'totp' } } },
  ],
  [
    'Ada Cole switched off two-step sign-in of Ben Ito',
    { table_name: 'mfa_factors', action: 'delete', row_id: BEN, changes: { factor_type: { old: 'totp' } } },
  ],
  [
    'Ada Cole changed the role of Ben Ito from manager to admin',
    {
      table_name: 'profiles',
      action: 'update',
      row_id: BEN,
      changes: { role: { old: 'manager', new: 'admin' } },
    },
  ],
  [
    'A deleted account removed the account of cy@team.example',
    {
      table_name: 'profiles',
      action: 'delete',
      actor: GONE,
      row_id: GONE,
      changes: { email: { old: 'cy@team.example' } },
    },
  ],
  [
    'Ada Cole changed the status of the contact Dana Whitfield from lead to customer',
    { ...contact, changes: { status: { old: 'lead', new: 'customer' }, notes: { old: null, new: 'Hi' } } },
  ],
  [
    'Ada Cole changed email, phone, and consent to texts of the contact Dana Whitfield',
    { ...contact, changes: { email: {}, phone: {}, text_consent: {} } },
  ],
  [
    'A visitor created the contact Eve Stone',
    {
      table_name: 'crm_contacts',
      action: 'insert',
      actor: null,
      actor_role: 'anon',
      row_id: GONE,
      changes: { first_name: { new: 'Eve' }, last_name: { new: 'Stone' } },
    },
  ],
  [
    'Ada Cole imported 1,204 contacts from clients.csv (1,180 added, 24 updated)',
    { ...imported, changes: importChanges('imported', { created: 1180, filled: 24 }) },
  ],
  [
    'Ada Cole imported 1 contact from clients.csv (1 added, 10 skipped)',
    {
      ...imported,
      changes: importChanges('imported', { created: 1, skipped: 1, repeated: 2, deleted: 3, invalid: 4 }),
    },
  ],
  [
    'Ada Cole imported no contacts from clients.csv (2 skipped)',
    { ...imported, changes: importChanges('imported', { skipped: 2 }) },
  ],
  [
    'Ada Cole undid the import of clients.csv (1,180 removed, 24 restored, 3 left as they are)',
    {
      ...imported,
      changes: importChanges('undone', { removed: 1180, restored: 24, kept: 3, skipped: 2 }),
    },
  ],
  [
    'Ada Cole began to import clients.csv. It was cancelled, and everything it had written was taken back.',
    {
      ...imported,
      changes: {
        ...importChanges('undone', { removed: 20, new: 1160 }),
        problem: { new: 'It was cancelled, and everything it had written was taken back.' },
      },
    },
  ],
  [
    'Ada Cole set the next step “Ask for a review” for 1,204 contacts, due Nov 30, 2026',
    {
      table_name: 'planned_steps',
      action: 'insert',
      row_id: GONE,
      changes: {
        contacts: { new: 1204 },
        next_step: { new: 'Ask for a review' },
        next_step_on: { new: '2026-11-30' },
      },
    },
  ],
  [
    'Ada Cole undid a next step for 1,204 contacts',
    { table_name: 'planned_steps', action: 'delete', row_id: GONE, changes: { contacts: { old: 1204 } } },
  ],
  [
    'Ada Cole wrote one text to 42 contacts',
    { table_name: 'text_batches', action: 'insert', row_id: GONE, changes: { contacts: { new: 42 } } },
  ],
  [
    'Ada Cole canceled 1 text of a batch',
    { table_name: 'text_batches', action: 'delete', row_id: GONE, changes: { contacts: { old: 1 } } },
  ],
  [
    'Ada Cole published the post “Tides”',
    {
      table_name: 'blog_posts',
      action: 'update',
      row_id: GONE,
      changes: { published: { old: false, new: true }, title: { old: 'Tide', new: 'Tides' } },
    },
  ],
  [
    'Ada Cole changed body of a text template',
    {
      table_name: 'message_templates',
      action: 'update',
      row_id: GONE,
      changes: { body: { old: 'a', new: 'b' } },
    },
  ],
  [
    'Ada Cole deleted the text template “Missed you”',
    {
      table_name: 'message_templates',
      action: 'delete',
      row_id: GONE,
      changes: { name: { old: 'Missed you' }, body: { old: 'a' } },
    },
  ],
  [
    'Ada Cole undid a mark as replied',
    { table_name: 'reply_marks', action: 'delete', row_id: GONE, changes: {} },
  ],
  [
    'Ada Cole took a merge of two contacts back',
    {
      table_name: 'contact_merges',
      action: 'update',
      row_id: GONE,
      changes: { undone: { old: false, new: true } },
    },
  ],
  [
    'Ada Cole added an entry of harbor fees',
    { table_name: 'harbor_fees', action: 'insert', row_id: GONE, changes: {} },
  ],
])('describeAuditEntry writes: %s', (words, told) => {
  expect(sentence(told)).toBe(words)
})
