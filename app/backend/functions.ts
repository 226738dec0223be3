import { FunctionsHttpError } from '@supabase/supabase-js'
import * as z from 'zod/mini'
import { BackendError, reasonOfStatus } from './backend-error.ts'
import type { Backend } from './client.ts'

const refusal = z.object({ error: z.string() })

interface FunctionCall<Answer> {
  name: string
  body: Record<string, unknown>
  answer: z.ZodMiniType<Answer>
  signal?: AbortSignal
}

/** Calls a server function and returns its answer. Throws BackendError, with the function's own words. */
export async function callFunction<Answer>(
  backend: Backend,
  { name, body, answer, signal }: FunctionCall<Answer>,
): Promise<Answer> {
  const { data, error } = await backend.functions.invoke(name, { body, ...(signal ? { signal } : {}) })
  if (error) throw await failureOf(error)
  const parsed = z.safeParse(answer, data)
  if (!parsed.success)
    throw new BackendError('unknown', 'The answer has another shape', { cause: parsed.error })
  return parsed.data
}

async function failureOf(thrown: unknown): Promise<BackendError> {
  if (!(thrown instanceof FunctionsHttpError) || !(thrown.context instanceof Response))
    return new BackendError('offline', 'The server did not answer', { cause: thrown })
  const said = z.safeParse(refusal, await thrown.context.json().catch(() => null))
  const words = said.success ? said.data.error : `The server answered ${thrown.context.status}`
  return new BackendError(reasonOfStatus(thrown.context.status), words, { cause: thrown })
}
