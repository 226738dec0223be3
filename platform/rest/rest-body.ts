import { z } from 'zod'
import { LIMITS } from './rest-limits.ts'
import { invalidBody, overLimit } from './rest-error.ts'

/** The rows to write. `text` goes to the database unchanged, so that numbers keep their digits. */
export interface Body {
  text: string
  isArray: boolean
  /** The keys of each row. */
  rows: string[][]
}

const row = z.record(z.string(), z.unknown())

/** Parses a JSON object or an array of objects. Throws RestError PGRST102. */
export function readBody(bytes: Uint8Array, contentType: string | null): Body {
  const type = (contentType ?? 'application/json').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw invalidBody(`Content-Type not acceptable: ${type}`)
  const text = decode(bytes)
  const value = parseJson(text)
  if (measureDepth(text) > LIMITS.bodyDepth) throw invalidBody('The body is nested too deeply')
  const isArray = Array.isArray(value)
  const rows = z.array(row).safeParse(isArray ? value : [value])
  if (!rows.success) throw invalidBody('The body must be a JSON object or an array of objects')
  if (rows.data.length > LIMITS.bodyRows) throw overLimit('rows', LIMITS.bodyRows)
  return { text, isArray, rows: rows.data.map((fields) => Object.keys(fields)) }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) throw invalidBody('Empty or invalid json')
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw invalidBody('Empty or invalid json')
    throw error
  }
}

/** The nesting depth of valid JSON, computed without recursion. */
function measureDepth(text: string): number {
  let depth = 0
  let deepest = 0
  for (const [bracket] of withoutTexts(text).matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

function withoutTexts(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"/gs, '')
}
