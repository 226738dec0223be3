import * as z from 'zod/mini'

export const periods = [4, 12, 26, 52] as const
export const DEFAULT_WEEKS = 12

/** Groups of people that the contact list has no filter for. */
export const resultGroups = ['hour', 'day', 'late', 'waiting', 'held', 'no_show'] as const
export type ResultGroup = (typeof resultGroups)[number]

const count = z.number()

/** Answers to the first inquiries of leads. */
const answers = z.object({
  /** Replied to, and not replied to in time. */
  due: count,
  withinHour: count,
  withinDay: count,
  /** Replied to too late, or waiting for longer than promised. */
  late: count,
  /** Not replied to, but still in time. */
  waiting: count,
  /** In minutes of opening hours; null without replies. */
  median: z.nullable(z.number()),
})
export type Answers = z.infer<typeof answers>

export const results = z.object({
  /** The first Monday, as YYYY-MM-DD. */
  monday: z.string(),
  leads: count,
  /** Leads of the same number of weeks before. */
  before: count,
  prospects: count,
  customers: count,
  /** Meetings of the period. */
  held: count,
  no_shows: count,
  /** Clicks on the phone number; null for the results of one owner, because a click has no contact. */
  calls: z.nullable(count),
  /** Leads of each week. */
  weeks: z.array(count),
  origins: z.array(
    z.object({
      dimension: z.enum(['pages', 'sites', 'campaigns', 'sources']),
      value: z.string(),
      leads: count,
    }),
  ),
  answers: z.extend(answers, {
    /** Replies that took at most as many minutes as in `answerSteps`; the last for longer ones. */
    steps: z.array(count),
  }),
  people: z.array(
    z.object({
      /** Null for leads without an owner. */
      owner: z.nullable(z.string()),
      leads: count,
      prospects: count,
      customers: count,
      /** Next steps that are late, whenever the contact came. */
      overdue: count,
      /** Answers this person gave, and unanswered inquiries of their leads. */
      answers,
    }),
  ),
})
export type Results = z.infer<typeof results>

/** Upper ends of the steps of the distribution, in minutes: an hour and a day are two of them. */
export const answerSteps = [
  5, 7, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 960, 1200, 1440, 2880,
] as const

export const resultPeople = z.array(
  z.object({
    /** Null if the contact was deleted. */
    contact: z.nullable(z.string()),
    name: z.nullable(z.string()),
    /** When the inquiry came, or when the meeting began. */
    at: z.string(),
    replied: z.nullable(z.string()),
  }),
)
export type ResultPeople = z.infer<typeof resultPeople>
