import { FunctionsFetchError, FunctionsHttpError, type FunctionInvokeOptions } from '@supabase/supabase-js'
import * as z from 'zod/mini'
import { BackendError, reasonOfStatus } from './api-error.ts'
import type { Backend } from './client.ts'

const refusal = z.object({ error: z.string() })

interface FunctionCall<Answer> extends Pick<FunctionInvokeOptions, 'body' | 'method' | 'signal'> {
  name: string
  query?: Record<string, string> | URLSearchParams
  answer: z.ZodMiniType<Answer>
}

/** Calls a server function and returns its answer. Throws BackendError, with the function's own words. */
export async function callFunction<Answer>(
  backend: Backend,
  { name, query, answer, ...options }: FunctionCall<Answer>,
): Promise<Answer> {
  const address = query ? `${name}?${new URLSearchParams(query)}` : name
  const { data, error } = await backend.functions.invoke<unknown>(address, options)
  if (error) throw await failureOf(error)
  const parsed = z.safeParse(answer, data)
  if (!parsed.success)
    throw new BackendError('unknown', 'The answer has another shape', { cause: parsed.error })
  return parsed.data
}

/** The words of a function that refuses, as its body has them; null where it says none. */
export function refusalOf(body: unknown): string | null {
  const said = z.safeParse(refusal, body)
  return said.success ? said.data.error : null
}

async function failureOf(thrown: unknown): Promise<BackendError> {
  if (thrown instanceof FunctionsFetchError)
    return new BackendError('offline', 'The server did not answer', { cause: thrown })
  if (!(thrown instanceof FunctionsHttpError) || !(thrown.context instanceof Response))
    return new BackendError('unknown', String(thrown), { cause: thrown })
  const { status } = thrown.context
  const words = refusalOf(await thrown.context.json().catch(() => null))
  return new BackendError(reasonOfStatus(status), words ?? `The server answered ${status}`, { cause: thrown })
}
