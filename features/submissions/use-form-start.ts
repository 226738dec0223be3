import { useEffect, useRef, type RefObject } from 'react'
import type { PublicSettings } from '../../web/page-context.ts'
import { wireAddress, textOfAnswer } from './contact-form.api.ts'

const ANSWER_MS = 3000

/** What a submission carries along where it has arrived in time; its absence means nothing. */
export interface StartedForm {
  /** A signed note of when the form was first used, for the spam filter. */
  formToken: string | null
  /** The visitor's public address. */
  clientIP: string | null
}

/** Asks for both in the background when `form` is first used, so that sending waits for neither. */
export function useFormStart(
  form: RefObject<HTMLFormElement | null>,
  settings: PublicSettings,
): RefObject<StartedForm> {
  const started = useRef<StartedForm>({ formToken: null, clientIP: null })
  useEffect(() => {
    const element = form.current
    const start = async (key: keyof StartedForm, address: string, field: string) => {
      started.current[key] = await ask(address, field)
    }
    const onFirstUse = () => {
      void start('formToken', wireAddress(settings, '/functions/v1/form-token'), 'token')
      void start('clientIP', settings.ipLookupUrl, 'ip')
    }
    // A field may have had the focus before the scripts started.
    if (element?.contains(document.activeElement)) onFirstUse()
    else element?.addEventListener('focusin', onFirstUse, { once: true })
    return () => element?.removeEventListener('focusin', onFirstUse)
  }, [form, settings])
  return started
}

async function ask(address: string, field: string): Promise<string | null> {
  try {
    return await textOfAnswer(await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) }), field)
  } catch {
    return null
  }
}
