import { APICallError, generateText, type LanguageModel } from 'ai'
import { AiError, type AiWriter, type Draft } from './ai-provider.ts'
import { draftFormats, parseDraft } from './draft-format.ts'
import { readFailure } from './ai-failure.ts'
import { withinTime, type CallLimits } from './call-limits.ts'
import { writingInstructions } from './writing-instructions.ts'

const LONGEST_ANSWER = 8_000

interface ModelWriter {
  model: LanguageModel
  name: string
  limits: CallLimits
}

/** Articles from a language model. */
export function createModelWriter({ model, name, limits }: ModelWriter): AiWriter {
  return { simulated: false, model: name, write }

  async function write(prompt: string, caller: AbortSignal): Promise<Draft> {
    const timeout = AbortSignal.timeout(limits.milliseconds)
    try {
      return parseDraft(await ask(prompt, AbortSignal.any([caller, timeout])))
    } catch (error) {
      throw readFailure(error, { caller, timeout })
    }
  }

  async function ask(prompt: string, signal: AbortSignal): Promise<string> {
    for (const output of draftFormats) {
      try {
        const { text, finishReason } = await withinTime(signal, () =>
          generateText({
            model,
            instructions: writingInstructions,
            prompt,
            output,
            maxOutputTokens: LONGEST_ANSWER,
            maxRetries: limits.retries,
            abortSignal: signal,
          }),
        )
        requireWhole(finishReason)
        return text
      } catch (error) {
        if (!isFormatUnknown(error)) throw error
      }
    }
    throw new AiError('misconfigured', 'The server knows no way to answer with JSON')
  }
}

function requireWhole(finishReason: string): void {
  if (finishReason === 'length') throw new AiError('truncated', 'The answer ended at its longest')
  if (finishReason === 'content-filter') throw new AiError('refused', 'The model declined')
}

/** A compatible server that does not know the way the answer was asked for says so with the request's own words. */
function isFormatUnknown(error: unknown): boolean {
  return (
    APICallError.isInstance(error) &&
    [400, 404, 415, 422, 501].includes(error.statusCode ?? 0) &&
    /response_format|json_schema|json_object|output_format|output_config/i.test(error.responseBody ?? '')
  )
}
