import { z } from 'zod'

const request = z.looseObject({ max_tokens: z.unknown() })
const part = z.looseObject({ text: z.string().optional() })
const completion = z.looseObject({
  choices: z.array(
    z.looseObject({
      message: z.looseObject({ content: z.union([z.string(), z.array(part), z.null()]).optional() }),
    }),
  ),
})

/**
 * A fetch for chat APIs that are almost compatible with OpenAI: after a server rejects `max_tokens` it gets
 * `max_completion_tokens`, and responses without an index or with a list of parts are converted to the usual shape,
 * the only one the SDK accepts.
 */
export function compatibleFetch(): typeof fetch {
  let refusesMaxTokens = false
  return async (input, init) => {
    const body = typeof init?.body === 'string' ? init.body : ''
    const renamed = renameLimit(body)
    if (renamed === null) return normalizeCompletion(await fetch(input, init))
    if (refusesMaxTokens) return normalizeCompletion(await fetch(input, { ...init, body: renamed }))
    const response = await fetch(input, init)
    if (response.status !== 400) return normalizeCompletion(response)
    const text = await response.text()
    if (
      !/max_completion_tokens|unsupported_parameter[^]*max_tokens|max_tokens[^]*unsupported_parameter/.test(
        text,
      )
    )
      return new Response(text, response)
    refusesMaxTokens = true
    return normalizeCompletion(await fetch(input, { ...init, body: renamed }))
  }
}

/** The request with the limit renamed; null if it has no old one. */
function renameLimit(body: string): string | null {
  const parsed = request.safeParse(parseJson(body))
  if (!parsed.success || parsed.data.max_tokens === undefined) return null
  const { max_tokens: limit, ...rest } = parsed.data
  return JSON.stringify({ ...rest, max_completion_tokens: limit })
}

async function normalizeCompletion(response: Response): Promise<Response> {
  if (!response.ok) return response
  const text = await response.text()
  const parsed = completion.safeParse(parseJson(text))
  if (!parsed.success) return new Response(text, response)
  const choices = parsed.data.choices.map(({ message, ...choice }, index) => ({
    index,
    ...choice,
    message: { ...message, content: joinText(message.content) },
  }))
  return Response.json({ ...parsed.data, choices }, { headers: response.headers })
}

function joinText(content: string | z.infer<typeof part>[] | null | undefined): string | null | undefined {
  return Array.isArray(content) ? content.map(({ text = '' }) => text).join('') : content
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The SDK reports responses that are not JSON.
    return undefined
  }
}
