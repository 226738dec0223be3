import type { Identity } from '../database/as-identity.ts'

const MEBIBYTE = 1_048_576

/** What one request may ask for. A row limit is applied silently, as the hosted service does; the rest is refused. */
export const LIMITS = {
  rows: 1000,
  filters: 50,
  groupDepth: 5,
  listValues: 500,
  /** Of `like` and `ilike`: each reads the whole text of every row. The site's search asks for eight at once. */
  patterns: 10,
  patternCharacters: 500,
  selectItems: 200,
  aliasCharacters: 63,
  /** How often a selection may name one column or one relation, under whatever alias. */
  repeats: 2,
  embeds: 6,
  orderTerms: 10,
  urlCharacters: 16_384,
  bodyBytes: 1_048_576,
  bodyRows: 5000,
  bodyDepth: 64,
  statementTimeoutMs: 5000,
} as const

/** What one answer may cost, which depends on who asks. */
export interface Allowance {
  /** When a statement that compares texts ends itself: before its timeout, which would end the embedded engine. */
  comparingMs: number
  /** The values and keys of an answer in bytes, before they are quoted. */
  answerBytes: { others: number; managers: number }
}

const COMPARING_MS = { anon: 1000, others: 4000 }
const PUBLIC_BYTES = 4 * MEBIBYTE
/** The dashboard reads a hundred versions of a post at once, and the feed twenty whole posts. */
const TRUSTED_BYTES = 32 * MEBIBYTE

/** @param inProcess a public page asks, not somebody from outside */
export function allowanceFor({ role }: Identity, inProcess: boolean): Allowance {
  const others = inProcess || (role !== 'anon' && role !== 'authenticated') ? TRUSTED_BYTES : PUBLIC_BYTES
  return {
    comparingMs: role === 'anon' ? COMPARING_MS.anon : COMPARING_MS.others,
    answerBytes: { others, managers: role === 'authenticated' ? TRUSTED_BYTES : others },
  }
}

/** Rows by position, both ends included; `to` is null for "and all that follow". */
export interface Range {
  from: number
  to: number | null
}

/** Reads `Range: 0-24` or `Range: 10-`. Anything else (also bytes) is ignored, as the protocol does. */
export function readRange(header: string | null): Range | null {
  const match = /^(\d{1,15})-(\d{1,15})?$/.exec(header ?? '')
  if (match === null) return null
  const [, from, to] = match
  return { from: Number(from), to: to === undefined ? null : Number(to) }
}
