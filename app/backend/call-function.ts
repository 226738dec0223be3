import { FunctionsFetchError, FunctionsHttpError, type FunctionInvokeOptions } from '@supabase/supabase-js'
import * as z from 'zod/mini'
import { BackendError, reasonOfStatus } from './backend-error.ts'
import type { Backend } from './client.ts'

const refusal = z.object({ error: z.string() })

/** Calls a function of the server and gives its answer, still unread. Throws BackendError, with the server's own words. */
export async function callFunction(
  backend: Backend,
  name: string,
  options: FunctionInvokeOptions = {},
): Promise<unknown> {
  const { data, error } = await backend.functions.invoke<unknown>(name, options)
  if (error) throw await toBackendError(error)
  return data
}

async function toBackendError(error: unknown): Promise<BackendError> {
  if (error instanceof FunctionsFetchError)
    return new BackendError('offline', error.message, { cause: error })
  if (!(error instanceof FunctionsHttpError) || !(error.context instanceof Response)) {
    return new BackendError('unknown', String(error), { cause: error })
  }
  const words = wordsOf(await error.context.text()) ?? error.message
  return new BackendError(reasonOfStatus(error.context.status), words, { cause: error })
}

function wordsOf(body: string): string | null {
  try {
    return refusal.parse(JSON.parse(body)).error
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.core.$ZodError) return null
    throw error
  }
}
