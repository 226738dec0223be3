import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { weekdayNumber } from '../../business-hours.ts'
import { site } from '../../site.config.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { unsentKey } from '../../web/api/unsent.ts'
import { browserDrafts } from '../../web/workspace/draft-store.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useEditedRecord, useRecordEditor } from '../../web/workspace/use-record-editor.ts'
import { useQueryClient } from '@tanstack/react-query'
import { readBookingRules, updateBookingRules, type BookingRulesRow } from './booking-rules.api.ts'
import { weeklyHours } from './weekly-hours.ts'

const rulesDraft = z.object({
  weekly_hours: weeklyHours,
  minutes: z.number(),
  buffer_minutes: z.number(),
  notice_minutes: z.number(),
  horizon_days: z.number(),
  daily_limit: z.number(),
})
/** The rules in force: what admins set, and the defaults for the rest. */
export type RulesDraft = z.infer<typeof rulesDraft>

const rulesKey = [...keys.meetings, 'rules']

/** The stored rules, as they were when the page opened. */
export function useStoredRules() {
  const backend = useClient()
  return useEditedRecord(rulesKey, () => readBookingRules(backend))
}

/** State of the form with the rules. */
export function useRulesEditor(record: BookingRulesRow) {
  const backend = useClient()
  const queries = useQueryClient()
  const { id: owner } = useProfile()
  const drafts = useMemo(
    () =>
      browserDrafts(unsentKey('booking-rules', owner, 'all'), {
        parse: parseDraft,
        serialize: (draft: RulesDraft) => draft,
      }),
    [owner],
  )
  const [kept] = useState(drafts.find)
  return useRecordEditor({
    noun: 'schedule',
    record,
    source: {
      toDraft,
      toFields: (draft: RulesDraft): Partial<RulesDraft> => draft,
      find: () => readBookingRules(backend),
      create: () => readBookingRules(backend),
      update: (seen, fields) => updateBookingRules(backend, seen, fields),
    },
    drafts,
    kept,
    parameter: 'view',
    recordKey: rulesKey,
    listKey: rulesKey,
    refresh: () => void queries.invalidateQueries({ queryKey: keys.meetings }),
    onSaved: () => undefined,
  })
}

function parseDraft(stored: unknown): RulesDraft | null {
  const parsed = rulesDraft.safeParse(stored)
  return parsed.success ? parsed.data : null
}

function toDraft(row: BookingRulesRow | null): RulesDraft {
  const { meetings, hours } = site
  return {
    weekly_hours:
      row?.weekly_hours ??
      hours.days.map((day) => ({
        day: weekdayNumber(day),
        opens: hours.opens,
        closes: hours.closes,
      })),
    minutes: row?.minutes ?? meetings.minutes,
    buffer_minutes: row?.buffer_minutes ?? meetings.bufferMinutes,
    notice_minutes: row?.notice_minutes ?? meetings.noticeMinutes,
    horizon_days: row?.horizon_days ?? meetings.horizonDays,
    daily_limit: row?.daily_limit ?? meetings.dailyLimit,
  }
}
