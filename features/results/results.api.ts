import * as z from 'zod/mini'
import type { Backend } from '../../web/api/client.ts'
import { callFunction } from '../../web/api/request.ts'
import { resultPeople, results, type ResultGroup, type ResultPeople, type Results } from './results.ts'

export interface ResultsQuestion {
  weeks: number
  /** Empty for all leads; `none` for those without an owner; otherwise the id of a profile. */
  owner: string
}

const FUNCTION = { name: 'results', method: 'GET' } as const

/** Throws ApiError. */
export async function readResults(backend: Backend, question: ResultsQuestion): Promise<Results> {
  return callFunction(backend, { ...FUNCTION, query: toQuery(question), answer: results })
}

/** The newest 200 people behind a figure. Throws ApiError. */
export async function listPeople(
  backend: Backend,
  question: ResultsQuestion,
  people: ResultGroup,
): Promise<ResultPeople> {
  return callFunction(backend, { ...FUNCTION, query: { ...toQuery(question), people }, answer: resultPeople })
}

/** The figures as CSV. Throws ApiError. */
export async function exportResults(backend: Backend, question: ResultsQuestion): Promise<string> {
  const query = { ...toQuery(question), format: 'csv' }
  return callFunction(backend, { ...FUNCTION, query, answer: z.string() })
}

function toQuery({ weeks, owner }: ResultsQuestion): Record<string, string> {
  return { weeks: String(weeks), ...(owner === '' ? {} : { owner }) }
}
