import { site } from '../../../site.config.ts'
import type { Transaction } from '../../database/database.ts'

/** The hour of the business's day from which a draft is written, so that it lies there in the morning. */
const HOUR = 6

export interface ClaimedDraft {
  authorId: string | null
  /** The day it was claimed on, as the business counts days. */
  day: string
}

/**
 * Takes the draft that is due, for as many copies of the server as may ask: one of them gets it, and the schedule moves on
 * to the next day of its rhythm after today. Returns the author, or null where nothing is due. `tx` acts as service_role.
 */
export async function claimScheduledDraft(tx: Transaction, now: Date): Promise<ClaimedDraft | null> {
  const { day, hour } = localTime(now)
  if (hour < HOUR) return null
  const { rows } = await tx.query<{ author_id: string | null }>(
    `update public.draft_schedule
     set next_on = next_on + 7 * every_weeks * (1 + ($1::date - next_on) / (7 * every_weeks))
     where next_on <= $1::date returning author_id`,
    [day],
  )
  const [claimed] = rows
  return claimed ? { authorId: claimed.author_id, day } : null
}

/** Makes a claimed draft due again, for the next server that asks. `tx` acts as service_role. */
export async function giveBackScheduledDraft(tx: Transaction, { day }: ClaimedDraft): Promise<void> {
  await tx.query(`update public.draft_schedule set next_on = $1::date where every_weeks is not null`, [day])
}

/** Tells the staff that a draft they expect is not coming, and why. */
export async function reportMissingDraft(tx: Transaction, why: string): Promise<void> {
  await tx.query(`insert into public.notifications (title, message) values ($1, $2)`, [
    'The scheduled draft could not be written',
    `${why} Use Test Auto-Generate in the Blog tab to try again; the schedule goes on as before.`,
  ])
}

function localTime(now: Date): { day: string; hour: number } {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: site.hours.timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]))
  return {
    day: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
    hour: Number(parts.get('hour')),
  }
}
