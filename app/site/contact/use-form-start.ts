import { useEffect, useRef, type RefObject } from 'react'
import type { PublicSettings } from '../../server-context.ts'
import { wireAddress } from './send-submission.ts'
import { textOfAnswer } from './text-of-answer.ts'

/** A signed note of when `form` was first used, for the spam filter. Its absence means nothing. */
export function useFormTiming(
  form: RefObject<HTMLFormElement | null>,
  settings: PublicSettings,
): RefObject<string | null> {
  const token = useRef<string | null>(null)
  useEffect(() => {
    const element = form.current
    const start = async () => {
      token.current = await fetchToken(settings)
    }
    const onFirstUse = () => void start()
    element?.addEventListener('focusin', onFirstUse, { once: true })
    return () => element?.removeEventListener('focusin', onFirstUse)
  }, [form, settings])
  return token
}

async function fetchToken(settings: PublicSettings): Promise<string | null> {
  try {
    return await textOfAnswer(await fetch(wireAddress(settings, '/functions/v1/form-token')), 'token')
  } catch {
    return null
  }
}
