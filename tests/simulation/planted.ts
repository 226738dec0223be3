interface Edit {
  file: string
  /** Occurs once in the file. */
  find: string
  replace: string
}

/** A bug to plant into a copy of the sources, which the simulation has to find. Several edits where one rule has several guards. */
export interface PlantedBug {
  name: string
  edits: readonly Edit[]
}

type Change = [file: string, find: string, replace: string]

const bug = (name: string, ...changes: Change[]): PlantedBug => ({
  name,
  edits: changes.map(([file, find, replace]) => ({ file, find, replace })),
})

const hours = 'features/conversations/texting-hours.ts'
const texts = 'features/conversations/sms-queue.server.ts'
const sending = 'features/conversations/send-sms.server.ts'
const incoming = 'features/conversations/incoming-sms.server.ts'
const calls = 'features/conversations/incoming-calls.server.ts'
const keywords = 'features/consent/consent.server.ts'
const conversations = 'db/schema/120_conversations.sql'
const consent = 'db/schema/110_consent.sql'
const forms = 'features/submissions/record-submission.server.ts'
const booking = 'features/bookings/book-meeting.server.ts'
const slots = 'features/bookings/slots.ts'
const rules = 'features/bookings/booking-rules.server.ts'
const meetings = 'db/schema/150_meetings.sql'
const jobs = 'server/jobs/drain-queue.ts'
const mails = 'server/mail/mail-queue.ts'
const waiting = 'db/schema/140_waiting.sql'
const counts = 'db/schema/070_contact_lists.sql'
const history = 'db/schema/160_contact_history.sql'
const restoring = 'db/migrations/20261130810000_delete_many_contacts.sql'
const engine = 'platform/database/start-engine.ts'

const ABANDONED =
  'abandoned: (tx, job, now) => recordUnknownText(tx, { logId: payload.parse(job.payload).log, now }),'
const NO_OVERLAP = "with &&) where (status <> 'canceled')"

const quietHours = [
  bug('quiet hours begin an hour late', [
    hours,
    'local.hour < to) return moment',
    'local.hour <= to) return moment',
  ]),
  bug('mornings begin at eight', [
    hours,
    'workday: [9, 20], saturday: [9, 20], sunday',
    'workday: [8, 20], saturday: [8, 20], sunday',
  ]),
  bug('Sundays are workdays', [hours, 'dayOfWeek === 7', 'dayOfWeek === 0']),
  bug('quiet hours are ours, not the recipient’s', [
    hours,
    'const zones = findTimeZones(areaCode)',
    "const zones = ['America/New_York']",
  ]),
  bug('a reply is direct for ever', [hours, 'ago >= 0 && ago <= DIRECT_REPLY_MS', 'ago >= 0']),
  bug('the hours are asked when a text is written, not when it leaves', [
    texts,
    'if (sendTime !== null) {',
    "if (sendTime !== null && text.message === '') {",
  ]),
]

const consents = [
  bug('STOP is not recorded', [
    incoming,
    "(await changeConsent(tx, { ...said, action: 'revoke' })) === 'recorded'",
    'said.method.length > 0',
  ]),
  bug('STOP with a period is not read', [keywords, '/[^\\p{L}\\p{N}]+/gu', '/\\s+/gu']),
  bug('a sentence is no STOP', [keywords, "? { action: 'stop', alone: false } : null", '? null : null']),
  bug('a stopped number is not looked up', [
    conversations,
    'if private.is_suppressed(number) then',
    'if false then',
  ]),
  bug('STOP counts for one contact of a number', [
    consent,
    " or (new.action = 'revoke' and contact.phone_e164 = new.phone_e164)",
    '',
  ]),
  bug('staff lift a STOP', [
    consent,
    "when private.is_suppressed(number) then 'opted_out'",
    "when method = 'web_form' and private.is_suppressed(number) then 'opted_out'",
  ]),
  bug('an import overrules a withdrawal', [consent, "when method = 'import' and (", 'when false and (']),
  bug('consent without the box', [
    forms,
    'if (submission.textConsent && submission.phone !== null)',
    'if (submission.phone !== null)',
  ]),
  bug('consent for one number counts for another', [
    forms,
    'contact_id: sameNumber ? grant.contact.id : null',
    'contact_id: grant.contact.id',
  ]),
  bug('a new number inherits the consent', [
    consent,
    'and old.phone_e164 is not null',
    'and old.phone_e164 is null',
  ]),
  bug('a message may be answered for 24 days', [
    conversations,
    "inbound_at + interval '24 hours' >= at",
    "inbound_at + interval '24 days' >= at",
  ]),
]

const outgoingTexts = [
  bug('an unknown text is sent again', [
    texts,
    "await recordUnknownText(tx, { logId, now })\n      return { state: 'done', pauseReason: answer.reason }",
    "await tx.query(`update public.communication_logs set status = 'queued', attempted_at = null where id = $1`, [logId])\n      return { state: 'provider-down', reason: answer.reason }",
  ]),
  bug('an abandoned text is sent again', [
    texts,
    ABANDONED,
    `abandoned: async (tx, job, now) => {
      await tx.query("update public.communication_logs set status = 'queued' where id = $1", [payload.parse(job.payload).log])
      return { state: 'later', at: now, reason: 'abandoned' }
    },`,
  ]),
  bug('an abandoned text is sending for ever', [
    texts,
    ABANDONED,
    "abandoned: async () => ({ state: 'done' }),",
  ]),
  bug('a text that waits for the morning loses its job', [
    texts,
    "{ state: 'later', at: sendTime, reason: 'quiet hours' }",
    "{ state: 'done' }",
  ]),
  bug('a scheduled text leaves at once', [sending, 'runAt: sendAt ?? now,', 'runAt: now,']),
  bug('a refused text gives no reason', [
    texts,
    'error_code = $2, error_message = left($3, 1000)',
    'error_code = nullif($2, $2), error_message = nullif($3, $3)',
  ]),
  bug('replies leave without a permission', [
    texts,
    "return reason === 'consent' || reason === 'reply' ? reason : null",
    "return reason === 'consent' ? reason : null",
  ]),
  bug('the key of a text is not kept', [
    sending,
    'idempotencyKey: request.idempotencyKey,\n    sendAt,',
    'idempotencyKey: null,\n    sendAt,',
  ]),
  bug('the key of an email is not kept', [
    'features/email/send-email.server.ts',
    '      wanted.idempotencyKey ?? null,\n',
    '      null,\n',
  ]),
  bug('a later text ignores their words', [
    conversations,
    "and (new.type = 'sms' or new.awaits_reply)",
    "and new.type = 'call' and new.awaits_reply",
  ]),
  bug('every missed call is texted', [calls, "interval '24 hours' limit 1", "interval '24 minutes' limit 1"]),
  bug('a late report overwrites delivered', [
    'features/conversations/delivery-report.server.ts',
    'delivery_status = case when newer then $3 else delivery_status end',
    'delivery_status = $3',
  ]),
  bug('delivered counts less than sent', [
    conversations,
    "when 'delivered' then 6",
    "when 'delivered' then 3",
  ]),
]

const notices = [
  bug('nobody is told of an unknown text', [
    'features/conversations/unknown-sms-queue.server.ts',
    'await notifyOfUnknownText(tx, text.id, now)',
    'void notifyOfUnknownText',
  ]),
  bug('an inquiry is not notified', [
    forms,
    'await notifyOfSubmission(tx, { submission, submissionId, contactId: contact.id, now })\n  await write',
    'await write',
  ]),
  bug('several notices of spam are unread', [forms, 'if (!flagged) return\n', 'return\n']),
  bug('only admins are told', [
    'db/schema/100_notifications.sql',
    "where role <> 'client' and id <> new.recipient_id",
    "where role = 'admin' and id <> new.recipient_id",
  ]),
  bug('a missed call is told as a text', [
    calls,
    "kind: 'call',\n      title: 'Missed call'",
    "kind: 'text',\n      title: 'Missed call'",
  ]),
  bug('a booking is not notified', [
    'features/bookings/meeting-mails.server.ts',
    'if (by === null) {\n    await tx.query(',
    "if (by === null) {\n    if (change === 'booked') return\n    await tx.query(",
  ]),
  bug('late replies are noticed a day late', [
    'features/notifications/late-replies.server.ts',
    'where due_at <= $1 on conflict',
    "where due_at <= $1::timestamptz - interval '1 day' on conflict",
  ]),
  bug('a mail that nobody takes is given up in silence', [
    mails,
    "and kind <> 'account'",
    "and kind = 'account'",
  ]),
  bug('the first reader gets no mail about leads', [
    'features/submissions/submission-mails.server.ts',
    '...readers.map(',
    '...readers.slice(1).map(',
  ]),
  bug('confirmations are hardly limited', [
    'db/schema/130_email.sql',
    'lower(recipient), 2, 3600, at)',
    'lower(recipient), 200, 3600, at)',
  ]),
]

const inquiries = [
  bug('a repeated form is stored again', [
    forms,
    'const repeated = await findRepeated(tx, received.submission.idempotencyKey)',
    'received.submission.idempotencyKey = null\n  const repeated = await findRepeated(tx, null)',
  ]),
  bug('spam becomes a contact', [
    forms,
    'if (verdict.spam) return recordFlagged',
    'if (verdict.score > 99) return recordFlagged',
  ]),
  bug('an inquiry has no contact', [
    forms,
    'const row = { received, contactId: contact.id, verdict',
    'const row = { received, contactId: null, verdict',
  ]),
  bug('the second text of a number is a repeat', [
    conversations,
    "values ('sms:' || incoming.provider_id, incoming.at)",
    "values ('sms:' || incoming.sender, incoming.at)",
  ]),
]

const bookings = [
  bug(
    'a taken time is booked',
    [
      booking,
      "if (!time.free) return { outcome: 'taken', slots: time.slots }",
      'if (!time.free) Object.assign(time, { end: new Date(booking.start.getTime() + 1_800_000), blockedUntil: new Date(booking.start.getTime() + 1_800_000), media: ["phone"] })',
    ],
    [meetings, NO_OVERLAP, 'with &&) where (false)'],
  ),
  bug(
    'a meeting may end in the next one',
    [slots, 'span.start < end && start < span.end', 'span.start >= start && span.start < end'],
    [meetings, NO_OVERLAP, 'with &&) where (false)'],
  ),
  bug('a repeated booking is a new one', [
    booking,
    "if (repeated !== null) return { outcome: 'booked', meeting: repeated }",
    "if (repeated?.status === 'canceled') return { outcome: 'booked', meeting: repeated }",
  ]),
  bug('a visitor holds four meetings', [booking, '>= OPEN_PER_EMAIL)', '> OPEN_PER_EMAIL)']),
  bug('meetings are booked without notice', [slots, 'start >= earliest &&', 'start >= now.getTime() &&']),
  bug('one meeting too many fits into a day', [slots, 'length >= dailyLimit', 'length > dailyLimit']),
  bug('holidays can be booked', [
    rules,
    '[...site.hours.holidays, ...stored.days_off]',
    '[...stored.days_off]',
  ]),
  bug('days off can be booked', [
    rules,
    '[...site.hours.holidays, ...stored.days_off]',
    '[...site.hours.holidays]',
  ]),
  bug('the week begins a day late', [rules, 'weekdayNumber(day)', 'weekdayNumber(day) + 1']),
  bug('meetings are not reminded', [
    'features/bookings/remind-of-meetings.server.ts',
    "status = 'booked' and reminded_at is null",
    "status = 'held' and reminded_at is null",
  ]),
  bug('a moved meeting is not reminded again', [
    'features/bookings/meeting-changes.server.ts',
    'reminded_at = $5',
    'reminded_at = coalesce(reminded_at, $5)',
  ]),
  bug('texts name the time before a move', [
    'features/bookings/meeting-texts.server.ts',
    "and purpose = 'meeting' and status in ('queued', 'scheduled')",
    "and purpose = 'meeting' and status in ('queued')",
  ]),
]

const queues = [
  bug('abandoned jobs stay taken', [
    jobs,
    'while (await finishAbandonedJob(handler, tools));',
    'while (tools.stopping?.() && (await finishAbandonedJob(handler, tools)));',
  ]),
  bug('a lease outlives its process', [
    jobs,
    'return rows[0] === undefined ? null : toJob(rows[0])\n}\n\n/** Takes over',
    "if (rows[0]) await tx.query(`update public.jobs set taken_until = 'infinity' where id = $1`, [rows[0].id])\n  return rows[0] === undefined ? null : toJob(rows[0])\n}\n\n/** Takes over",
  ]),
  bug('due jobs are not drained', [
    'server/jobs/queue-runner.ts',
    'if (wait <= 0) void drain(queue)',
    'if (wait > 0) void drain(queue)',
  ]),
  bug('a dead job gives no reason', [
    jobs,
    "{ state: 'dead', now, reason: outcome.reason, detail: outcome.detail }",
    "{ state: 'dead', now, reason: '', detail: outcome.detail }",
  ]),
  bug('a sent mail stays in the queue', [
    mails,
    "await settleEmail(tx, job, 'sent', null)\n  return deleteContents(tx, job, { state: 'done' })",
    "await settleEmail(tx, job, 'sent', null)\n  return { state: 'later', at: new Date(Date.now() + 60_000), reason: 'sent' }",
  ]),
  bug('mails wait for years', [
    'db/schema/130_email.sql',
    "lower(recipient), at, write_mail.kind = 'account')",
    "lower(recipient), at + interval '10 years', write_mail.kind = 'account')",
  ]),
  bug('a recurring job fails', [
    'features/bookings/remind-of-meetings.server.ts',
    "status = 'booked' and reminded_at is null",
    "status = 'booked' and reminded_on is null",
  ]),
  bug('old limits are never purged', [
    'features/privacy/retention.server.ts',
    "retentionCutoff('limits', now)",
    "retentionCutoff('trail', now)",
  ]),
  bug('the recycle bin is emptied after a day', [
    'features/contacts/contacts.server.ts',
    "retentionCutoff('deletedContacts', clock())",
    "retentionCutoff('undoableDeletes', clock())",
  ]),
]

const lists = [
  bug('a moved message changes the list for one person', [
    waiting,
    'from (select * from new_rows union all select * from old_rows) as changed',
    'from (select * from new_rows) as changed',
  ]),
  bug('texts do not wait', [
    waiting,
    'where awaits_reply and log.contact_id = person.contact_id',
    "where awaits_reply and type <> 'sms' and log.contact_id = person.contact_id",
  ]),
  bug('an automatic text counts as a reply', [
    waiting,
    "direction = 'outbound' and purpose = 'staff' and status = 'sent' and contact_id is not null",
    "direction = 'outbound' and status = 'sent' and contact_id is not null",
  ]),
  bug('a sent reply does not end the wait', [
    waiting,
    'communication_logs_refresh_waiting_update after update on public.communication_logs\n  referencing old table as old_rows new table as new_rows for each statement execute',
    'communication_logs_refresh_waiting_update after update on public.communication_logs\n  referencing old table as old_rows new table as new_rows for each statement when (false) execute',
  ]),
  bug('when somebody was last heard is not kept', [
    waiting,
    "perform private.refresh_last_heard(coalesce(contacts, '{}'));",
    '',
  ]),
  bug('counts forget what contacts were before', [
    counts,
    'union all select status, source, owner_id, text_consent, -1 from old_rows) as changed',
    'union all select status, source, owner_id, text_consent, -1 from old_rows where false) as changed',
  ]),
  bug('counts keep deleted contacts', [
    counts,
    'text_consent, -count(*) from old_rows',
    'text_consent, 0 from old_rows',
  ]),
  bug('counts that are folded get lost', [counts, 'sum(rows) from folded', 'max(rows) from folded']),
  bug('a next step has no day', [
    'db/schema/060_contacts.sql',
    'check ((next_step is null) = (next_step_on is null))',
    'check (true)',
  ]),
]

const undo = [
  bug('notes are lost with a merge', [
    history,
    "and conrelid <> 'public.waiting_people'::regclass\n",
    "and conrelid <> 'public.waiting_people'::regclass and confdeltype <> 'c'\n",
  ]),
  bug('a restored contact stays in the bin', [
    restoring,
    'delete from public.deleted_contacts where id = any (ids);',
    '',
  ]),
  bug('a restored contact comes without its messages', [
    restoring,
    'and child.%2$I is not distinct from $3',
    'and child.%2$I = $3',
  ]),
  bug('an undone merge leaves the messages', [
    history,
    'perform private.hang_back(new.merged_id, saved.hanging, new.kept_id);',
    '',
  ]),
  bug('an undone merge keeps the merged fields', [
    history,
    'saved.kept_before || jsonb_build_object',
    'saved.kept_after || jsonb_build_object',
  ]),
  bug('a merge keeps both contacts', [history, 'delete from public.crm_contacts where id = merged.id;', '']),
]

const access = [
  bug(
    'strangers read the meetings',
    [
      meetings,
      'grant select on public.meetings to authenticated;',
      'grant select on public.meetings to authenticated, anon;',
    ],
    [
      meetings,
      'create policy meetings_read_as_manager on public.meetings for select to authenticated\n  using ((select private.is_manager()))',
      'create policy meetings_read_as_manager on public.meetings for select to authenticated, anon\n  using (true)',
    ],
  ),
  bug('every account reads the contacts', [
    'db/schema/060_contacts.sql',
    'create policy crm_contacts_read_as_manager on public.crm_contacts for select to authenticated\n  using ((select private.is_manager()))',
    'create policy crm_contacts_read_as_manager on public.crm_contacts for select to authenticated\n  using (true)',
  ]),
  bug('managers read the audit log', [
    'db/schema/050_audit_log.sql',
    'for select to authenticated\n  using ((select private.is_admin()))',
    'for select to authenticated\n  using ((select private.is_manager()))',
  ]),
  bug('managers read the notices of others', [
    'db/schema/100_notifications.sql',
    'notifications_read_own on public.notifications for select to authenticated\n  using ((select private.is_manager()) and recipient_id = (select auth.uid()))',
    'notifications_read_own on public.notifications for select to authenticated\n  using ((select private.is_manager()))',
  ]),
]

const durability = [
  bug('a flush does nothing', [
    'platform/database/durable-filesystem.ts',
    'sync(stream.nfd)',
    'void stream.nfd',
  ]),
  bug('the database never flushes', [engine, "parameter !== '-F'", "parameter !== ''"]),
  bug('the log is flushed by a call that does nothing', [
    engine,
    "'wal_sync_method=fsync'",
    "'wal_sync_method=fdatasync'",
  ]),
  bug('commits are answered before they are flushed', [
    engine,
    "'shared_buffers=16MB',",
    "'shared_buffers=16MB',\n  '-c',\n  'synchronous_commit=off',",
  ]),
]

export const plantedBugs: readonly PlantedBug[] = [
  ...quietHours,
  ...consents,
  ...outgoingTexts,
  ...notices,
  ...inquiries,
  ...bookings,
  ...queues,
  ...lists,
  ...undo,
  ...access,
  ...durability,
]
