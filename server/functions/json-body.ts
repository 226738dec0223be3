import { z } from 'zod'
import { readWithin } from '../read-within.ts'
import { FunctionError } from './function-error.ts'

/** The largest body a function reads, in bytes. */
const BODY_LIMIT = 64 * 1024

/** The body of a request as JSON. Throws FunctionError with 400 or 413. */
export async function requireJson(request: Request): Promise<unknown> {
  const text = new TextDecoder().decode(await readBody(request, { limit: BODY_LIMIT, named: '64 KiB' }))
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new FunctionError(
      400,
      text === '' ? 'The request has no body.' : 'The request body is not valid JSON.',
    )
  }
}

/** The body of a request as `schema` has it. Throws FunctionError with 413, or with 400 and the complaint. */
export async function requireBody<Body>(
  request: Request,
  schema: z.ZodType<Body>,
  complaint: (error: z.ZodError) => string = z.prettifyError,
): Promise<Body> {
  const parsed = schema.safeParse(await requireJson(request))
  if (!parsed.success) throw new FunctionError(400, complaint(parsed.error))
  return parsed.data
}

/** The bytes of a body. Throws FunctionError with 413. */
export async function readBody(
  request: Request,
  { limit, named, what = 'request body' }: { limit: number; named: string; what?: string },
): Promise<Buffer> {
  const bytes = await readWithin(request, limit)
  if (bytes === null) throw new FunctionError(413, `The ${what} is larger than ${named}.`)
  return bytes
}
