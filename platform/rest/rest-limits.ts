import type { Identity } from '../database/as-identity.ts'

const MEBIBYTE = 1_048_576

/** Limits per request. A row limit is applied silently, as in the hosted service; exceeding any other is an error. */
export const LIMITS = {
  rows: 1000,
  filters: 50,
  groupDepth: 5,
  listValues: 500,
  /** `like` and `ilike` filters: each reads the whole text of every row. The site's search sends eight. */
  patterns: 10,
  patternCharacters: 500,
  selectItems: 200,
  aliasCharacters: 63,
  /** How often a selection may repeat a column or relation under different aliases. */
  repeats: 2,
  embeds: 6,
  orderTerms: 10,
  urlCharacters: 16_384,
  bodyBytes: 1_048_576,
  bodyRows: 5000,
  bodyDepth: 64,
  statementTimeoutMs: 5000,
} as const

/** The maximum cost of a response, by identity. */
export interface Allowance {
  /**
   * Milliseconds until a statement that compares texts aborts: less than its timeout, which would end the embedded
   * engine.
   */
  comparingMs: number
  /** The response's values and keys in bytes, before quoting. */
  answerBytes: { others: number; managers: number }
}

const COMPARING_MS = { anon: 1000, others: 4000 }
const PUBLIC_BYTES = 4 * MEBIBYTE
/** The dashboard reads a hundred versions of a post at once, and the feed twenty whole posts. */
const TRUSTED_BYTES = 32 * MEBIBYTE

/** @param inProcess the request comes from one of our pages */
export function allowanceFor({ role }: Identity, inProcess: boolean): Allowance {
  const others = inProcess || (role !== 'anon' && role !== 'authenticated') ? TRUSTED_BYTES : PUBLIC_BYTES
  return {
    comparingMs: role === 'anon' ? COMPARING_MS.anon : COMPARING_MS.others,
    answerBytes: { others, managers: role === 'authenticated' ? TRUSTED_BYTES : others },
  }
}

/** A range of rows, both ends included; a null `to` means no end. */
export interface Range {
  from: number
  to: number | null
}

/** Parses `Range: 0-24` or `Range: 10-`. Ignores anything else (also bytes), as the protocol does. */
export function readRange(header: string | null): Range | null {
  const match = /^(\d{1,15})-(\d{1,15})?$/.exec(header ?? '')
  if (match === null) return null
  const [, from, to] = match
  return { from: Number(from), to: to === undefined ? null : Number(to) }
}
