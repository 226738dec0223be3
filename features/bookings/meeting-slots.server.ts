import type { Context } from 'hono'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { readAs, serviceFor } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { FunctionError, uuid, type ServerFunction } from '../../platform/functions/server-function.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import { requireStaff } from '../account/account.server.ts'
import { requireMeetingId } from './meeting-token.server.ts'
import { findFreeTimes, formatSlots } from './meetings.server.ts'

const DEFAULT_DAYS = 14
const MAX_DAYS = 62

interface Needs {
  database: Database
  clock: Clock
  secrets: { jwtSecret: string }
}

const question = z.object({
  from: z.iso
    .date()
    .refine((date) => /^(20|21)/.test(date))
    .optional(),
  days: z.coerce.number().int().min(1).max(MAX_DAYS).default(DEFAULT_DAYS),
})

/**
 * The times at which a meeting can be booked; with the link of a meeting, those to which it can be moved. Its own time is one of
 * them, and it does not count against the daily limit.
 */
export const meetingSlots: ServerFunction<Needs> = {
  name: 'meeting-slots',
  method: 'GET',
  callers: 'everybody',
  answer: async (c, deps) => {
    const token = c.req.query('token')
    return answerSlots(
      c,
      deps,
      token === undefined ? undefined : requireMeetingId(token, deps.secrets.jwtSecret),
    )
  },
}

/** The times to which staff can move a meeting. */
export const slotsForMove: ServerFunction<Needs> = {
  name: 'slots-for-move',
  method: 'GET',
  callers: ['authenticated'],
  answer: async (c, deps) => {
    await requireStaff(c.get('identity'), deps)
    const id = uuid.safeParse(c.req.query('id'))
    if (!id.success) throw new FunctionError(400, 'Give the id of a meeting.')
    return answerSlots(c, deps, id.data)
  },
}

async function answerSlots(
  c: Context<HttpEnv>,
  { database, clock }: Needs,
  except?: string,
): Promise<Response> {
  const asked = question.safeParse(c.req.query())
  if (!asked.success)
    throw new FunctionError(400, `Give from as a date such as 2026-11-24, and days from 1 to ${MAX_DAYS}.`)
  const { from, days } = asked.data
  const reading: Transaction = {
    query: (text, values = []) => readAs(database, serviceFor(null), { text, values }),
  }
  const { rules, slots, closed, media } = await findFreeTimes(reading, {
    days,
    now: clock(),
    ...(from === undefined ? {} : { from }),
    ...(except === undefined ? {} : { except }),
  })
  return c.json({
    timezone: rules.timeZone,
    minutes: rules.minutes,
    slots: formatSlots(slots),
    closed,
    media,
  })
}
