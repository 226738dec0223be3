import { type JSONSchema7, Output } from 'ai'
import type { z } from 'zod'

type ResponseFormat = Awaited<ReturnType<typeof Output.text>['responseFormat']>
export type AnswerFormat = ReturnType<typeof Output.text>

/** Structured output modes, strictest first: many compatible servers only support the later ones. */
export function answerFormats(name: string, schema: JSONSchema7): readonly AnswerFormat[] {
  return [textFormat({ type: 'json', schema, name }), textFormat({ type: 'json' }), Output.text()]
}

/** The raw text: we validate a model's JSON ourselves. */
function textFormat(responseFormat: ResponseFormat): AnswerFormat {
  return { ...Output.text(), responseFormat: Promise.resolve(responseFormat) }
}

/** The JSON of this shape in a model's answer, which may wrap it in a fence or in prose. Null if there is none. */
export function readJson<Shape>(answer: string, shape: z.ZodType<Shape>): Shape | null {
  for (const candidate of candidates(answer)) {
    const parsed = shape.safeParse(tryJson(candidate))
    if (parsed.success) return parsed.data
  }
  return null
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
    // Models may return invalid JSON; tries the next candidate.
    return null
  }
}
