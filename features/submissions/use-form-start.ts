import { useEffect, useRef, type RefObject } from 'react'
import type { PublicSettings } from '../../web/page-context.ts'
import { apiUrl, readTextField } from './contact-form.api.ts'

const TIMEOUT_MS = 3000

/** Optional details of a submission, if they arrived in time. */
export interface FormStart {
  /** Signed timestamp of the first use, for the spam filter. */
  formToken: string | null
  /** The visitor's public address. */
  clientIP: string | null
}

/** Requests both in the background when `form` first gets the focus, so that sending does not wait. */
export function useFormStart(
  form: RefObject<HTMLFormElement | null>,
  settings: PublicSettings,
): RefObject<FormStart> {
  const started = useRef<FormStart>({ formToken: null, clientIP: null })
  useEffect(() => {
    const element = form.current
    const start = async (key: keyof FormStart, address: string, field: string) => {
      started.current[key] = await fetchText(address, field)
    }
    const onFirstUse = () => {
      void start('formToken', apiUrl(settings, '/functions/v1/form-token'), 'token')
      void start('clientIP', settings.ipLookupUrl, 'ip')
    }
    // A field may have had the focus before hydration.
    if (element?.contains(document.activeElement)) onFirstUse()
    else element?.addEventListener('focusin', onFirstUse, { once: true })
    return () => element?.removeEventListener('focusin', onFirstUse)
  }, [form, settings])
  return started
}

async function fetchText(address: string, field: string): Promise<string | null> {
  try {
    return await readTextField(await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }), field)
  } catch {
    return null
  }
}
