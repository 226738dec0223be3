import { Output } from 'ai'
import { z } from 'zod'
import { AiError, type Draft } from './ai-provider.ts'

const field = (longest: number) =>
  z
    .string()
    .transform((text) => text.toWellFormed().replaceAll('\0', '').trim())
    .pipe(z.string().min(1).max(longest))

/** The limits are those of `blog_posts`. */
const draft = z.object({ title: field(300), excerpt: field(1000), content: field(100_000) })

/** In the part of JSON Schema that every server understands. */
const schema = {
  type: 'object',
  properties: {
    title: { type: 'string', description: 'The headline, at most 60 characters' },
    excerpt: { type: 'string', description: 'One or two sentences that say what the reader gets' },
    content: { type: 'string', description: 'The whole article, in the given markup' },
  },
  required: ['title', 'excerpt', 'content'],
  additionalProperties: false,
} as const

type ResponseFormat = Awaited<ReturnType<typeof Output.text>['responseFormat']>

/** The text as it came: a model's wrong JSON is ours to judge. */
function textIn(responseFormat: ResponseFormat) {
  return { ...Output.text(), responseFormat: Promise.resolve(responseFormat) }
}

/** Ways to ask for an object, the strictest first: many compatible servers know only the later ones. */
export const draftFormats = [
  textIn({ type: 'json', schema, name: 'article' }),
  textIn({ type: 'json' }),
  Output.text(),
] as const

/** The article in a model's answer, which may wrap it in a fence or in words. Throws AiError, `wrong-shape`. */
export function parseDraft(answer: string): Draft {
  for (const candidate of candidates(answer)) {
    const parsed = draft.safeParse(tryJson(candidate))
    if (parsed.success) return parsed.data
  }
  throw new AiError('wrong-shape', `Not an article of title, excerpt and content: ${answer.slice(0, 200)}`)
}

function candidates(answer: string): string[] {
  const fenced = /```(?:json)?\s*\n(.*)\n\s*```/s.exec(answer)?.[1]
  const braced = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)
  return [answer, ...(fenced === undefined ? [] : [fenced]), braced]
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON is one of the answers a model gives; the next candidate may be.
    return null
  }
}
