import { addDays } from '../../web/workspace/business-day.ts'
import type { ResultsQuestion } from './results.api.ts'
import { DEFAULT_WEEKS, type Results } from './results.ts'

const DAYS_OF_WEEK = 7

/** Returns a function that builds the contact list's URL for the period's leads and further filters. */
export function describeLeads({ monday }: Results, { owner }: ResultsQuestion) {
  return (filters: Record<string, string>) => {
    const period = { added: `${monday}..`, source: 'new', ...(owner === '' ? {} : { owner }) }
    return `?${new URLSearchParams({ list: 'contacts', ...period, ...filters })}`
  }
}

/** The same number of weeks before the period, as a value of the contact list's filter `added`. */
export function findBefore({ monday, weeks }: Results): string {
  return `${addDays(monday, -weeks.length * DAYS_OF_WEEK)}..${addDays(monday, -1)}`
}

/** Returns a function that builds the URL of this page with the people of a group. */
export function openGroup({ weeks, owner }: ResultsQuestion) {
  return (people: string) =>
    `?${new URLSearchParams({
      view: 'results',
      ...(weeks === DEFAULT_WEEKS ? {} : { weeks: String(weeks) }),
      ...(owner === '' ? {} : { owner }),
      people,
    })}`
}
