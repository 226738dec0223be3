import type { Context } from 'hono'
import { z } from 'zod'
import { AuthError } from './auth-error.ts'

/** Parses the JSON body with `schema`. Throws AuthError: bad_json or validation_failed. */
export async function readBody<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T>> {
  const parsed = schema.safeParse(parseJson(await c.req.text()))
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'body')
  throw new AuthError(400, 'validation_failed', `Not valid: ${[...new Set(fields)].join(', ')}`)
}

/** Phone sign-in is not supported; an error beats ignoring the field. */
export function refusePhone(phone: unknown): void {
  if (phone === undefined || phone === null || phone === '') return
  throw new AuthError(400, 'phone_provider_disabled', 'Phone numbers cannot be used to sign in')
}

function parseJson(text: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text, makeStorable))
  } catch (error) {
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON', { cause: error })
  }
}

/** PostgreSQL stores neither U+0000 nor lone surrogates. */
function makeStorable(key: string, value: unknown): unknown {
  for (const text of [key, value]) {
    if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed())) {
      throw new SyntaxError('A string has a character that cannot be stored')
    }
  }
  return value
}
