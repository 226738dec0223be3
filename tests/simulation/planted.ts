/** A bug to plant into a copy of the sources, which the simulation has to find. */
export interface PlantedBug {
  name: string
  file: string
  /** Occurs once in the file. */
  find: string
  replace: string
}

const bug = (name: string, file: string, [find, replace]: [find: string, replace: string]): PlantedBug => ({
  name,
  file,
  find,
  replace,
})

const hours = 'features/conversations/texting-hours.ts'
const texts = 'features/conversations/sms-queue.server.ts'
const forms = 'features/submissions/record-submission.server.ts'
const incoming = 'features/conversations/incoming-sms.server.ts'

export const plantedBugs: readonly PlantedBug[] = [
  bug('quiet hours begin an hour late', hours, [
    'local.hour < to) return moment',
    'local.hour <= to) return moment',
  ]),
  bug('quiet hours are ours, not the recipient’s', hours, [
    'const zones = findTimeZones(areaCode)',
    "const zones = ['America/New_York']",
  ]),
  bug('a reply is direct for ever', hours, ['ago >= 0 && ago <= DIRECT_REPLY_MS', 'ago >= 0']),
  bug('STOP is not recorded', incoming, [
    "(await changeConsent(tx, { ...said, action: 'revoke' })) === 'recorded'",
    'said.method.length > 0',
  ]),
  bug('a stopped number is not looked up', 'db/schema/120_conversations.sql', [
    'if private.is_suppressed(number) then',
    'if false then',
  ]),
  bug('an unknown text is sent again', texts, [
    "await recordUnknownText(tx, { logId, now })\n      return { state: 'done', queueRests: answer.reason }",
    "await tx.query(`update public.communication_logs set status = 'queued', attempted_at = null where id = $1`, [logId])\n      return { state: 'provider-down', reason: answer.reason }",
  ]),
  bug('a refused text gives no reason', texts, [
    'error_code = $2, error_message = left($3, 1000)',
    'error_code = nullif($2, $2), error_message = nullif($3, $3)',
  ]),
  bug('an inquiry is not notified', forms, [
    'await notifyOfSubmission(tx, { submission, submissionId, contactId: contact.id, now })\n  await write',
    'await write',
  ]),
  bug('a repeated form is stored again', forms, [
    'const repeated = await findRepeated(tx, received.submission.idempotencyKey)',
    'received.submission.idempotencyKey = null\n  const repeated = await findRepeated(tx, null)',
  ]),
  bug('spam becomes a contact', forms, [
    'if (verdict.spam) return recordFlagged',
    'if (verdict.score > 99) return recordFlagged',
  ]),
  bug('consent without the box', forms, [
    'if (submission.textConsent && submission.phone !== null)',
    'if (submission.phone !== null)',
  ]),
  bug('several notices of spam are unread', forms, ['if (!flagged) return\n', 'return\n']),
  bug('a taken time is booked', 'features/bookings/book-meeting.server.ts', [
    "if (!time.free) return { outcome: 'taken', slots: time.slots }",
    'if (!time.free) time.free',
  ]),
  bug('meetings are not reminded', 'features/bookings/remind-of-meetings.server.ts', [
    "status = 'booked' and reminded_at is null",
    "status = 'held' and reminded_at is null",
  ]),
  bug('holidays can be booked', 'features/bookings/booking-rules.server.ts', [
    '[...site.hours.holidays, ...stored.days_off]',
    '[...stored.days_off]',
  ]),
  bug('abandoned jobs stay taken', 'server/jobs/drain-queue.ts', [
    'while (await endAbandoned(handler, tools));',
    'while (tools.stopping?.() && (await endAbandoned(handler, tools)));',
  ]),
  bug('a lease outlives its process', 'server/jobs/drain-queue.ts', [
    'return rows[0] === undefined ? null : toJob(rows[0])\n}\n\n/** Takes over',
    "if (rows[0]) await tx.query(`update public.jobs set taken_until = 'infinity' where id = $1`, [rows[0].id])\n  return rows[0] === undefined ? null : toJob(rows[0])\n}\n\n/** Takes over",
  ]),
  bug('due jobs are not drained', 'server/jobs/queue-runner.ts', [
    'if (wait <= 0) void drain(queue)',
    'if (wait > 0) void drain(queue)',
  ]),
  bug('a dead job gives no reason', 'server/jobs/drain-queue.ts', [
    "{ state: 'dead', now, reason: ending.reason, detail: ending.detail }",
    "{ state: 'dead', now, reason: '', detail: ending.detail }",
  ]),
  bug('a late report overwrites delivered', 'features/conversations/delivery-report.server.ts', [
    'delivery_status = case when newer then $3 else delivery_status end',
    'delivery_status = $3',
  ]),
  bug('nobody is told of an unknown text', 'features/conversations/unknown-sms-queue.server.ts', [
    'await notifyOfUnknownText(tx, text.id, now)',
    'void notifyOfUnknownText',
  ]),
  bug('counts forget what contacts were before', 'db/schema/070_contact_lists.sql', [
    'union all select status, source, owner_id, text_consent, -1 from old_rows) as changed',
    'union all select status, source, owner_id, text_consent, -1 from old_rows where false) as changed',
  ]),
  bug('a flush does nothing', 'platform/database/durable-filesystem.ts', [
    'sync(stream.nfd)',
    'void stream.nfd',
  ]),
]
