import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { FunctionError, requireBody, type ServerFunction } from '../../platform/functions/server-function.ts'
import { readMailOptions } from '../submissions/submissions.server.ts'
import { media, type Medium } from './bookings.ts'
import { buildInvitation } from './invitation.server.ts'
import { explainRefusal, listMedia, moveOrCancel } from './meeting-changes.server.ts'
import { requireMeetingId, UNKNOWN_MEETING } from './meeting-token.server.ts'
import { findMedia, findMeeting, formatSlots, type Meeting } from './meetings.server.ts'

const TAKEN = 'This time is no longer free. Your meeting stays where it was. Please choose another time.'

interface Needs {
  database: Database
  clock: Clock
  secrets: { jwtSecret: string }
  config: { siteUrl: string; mail: { leadsTo: string | undefined } }
}

const token = z.string().max(200)
const request = z.discriminatedUnion('action', [
  z.object({ token, action: z.literal('cancel') }),
  z.object({
    token,
    action: z.literal('move'),
    start: z.iso.datetime({ offset: true }),
    medium: z.enum(media).optional(),
  }),
])

/** Moves or cancels a meeting for a visitor with its link. A repeat changes nothing. */
export const changeMeeting: ServerFunction<Needs> = {
  name: 'change-meeting',
  method: 'POST',
  callers: 'everybody',
  answer: async (c, deps) => {
    const wanted = await requireBody(c.req.raw, request)
    const id = requireMeetingId(wanted.token, deps.secrets.jwtSecret)
    const change = { id, ...(wanted.action === 'move' ? readMove(wanted) : { start: null }) }
    const tools = { now: deps.clock(), mails: readMailOptions(deps), by: null }
    const changed = await moveOrCancel(deps.database, change, tools)
    switch (changed.outcome) {
      case 'changed':
        return c.json({ success: true, ...describeForVisitor(changed.meeting) })
      case 'taken':
        return c.json({ error: TAKEN, slots: formatSlots(changed.slots) }, 409)
      case 'unknown':
        throw new FunctionError(404, UNKNOWN_MEETING)
      case 'refused':
        throw new FunctionError(409, changed.reason)
      default:
        throw new FunctionError(429, 'This meeting was changed too often today. Please call us.', {
          'Retry-After': String(changed.retryAfter),
        })
    }
  },
}

function readMove({ start, medium }: { start: string; medium?: Medium | undefined }) {
  return { start: new Date(start), medium }
}

function describeForVisitor({ id, start, end, medium, room, status }: Meeting) {
  return { id, start, end, medium, room, status }
}

/** Shows a meeting to a visitor with its link, or with `calendar=1` its calendar entry. Changes nothing: scanners open every link. */
export const showMeeting: ServerFunction<Needs> = {
  name: 'show-meeting',
  method: 'GET',
  callers: 'everybody',
  answer: async (c, deps) => {
    const id = requireMeetingId(c.req.query('token') ?? '', deps.secrets.jwtSecret)
    const now = deps.clock()
    const { meeting, offered } = await asService(
      deps.database,
      async (tx) => ({ meeting: await findMeeting(tx, { id }), offered: await findMedia(tx) }),
      { readOnly: true },
    )
    if (meeting === null) throw new FunctionError(404, UNKNOWN_MEETING)
    if (c.req.query('calendar') !== '1')
      return c.json({
        ...describeForVisitor(meeting),
        name: meeting.name,
        email: meeting.email,
        changeable: explainRefusal(meeting, now) === null,
        media: listMedia(meeting, offered),
      })
    const links = readMailOptions(deps)
    const { method, calendar } = buildInvitation(meeting, { links, now, reader: 'visitor' })
    return c.body(calendar, 200, {
      'Content-Type': `text/calendar; charset=utf-8; method=${method.toUpperCase()}`,
      'Content-Disposition': 'attachment; filename="invite.ics"',
    })
  },
}
