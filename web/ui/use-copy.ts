import { useEffect, useRef } from 'react'
import { site } from '../../site.config.ts'
import { useToast } from './toast.tsx'

const MAIL_DELAY_MS = 500
const MOBILE = '(max-width: 767.98px)'

/** Copies the phone number and shows a toast. */
export function useCopyPhone(): () => Promise<void> {
  const toast = useToast()
  const { display } = site.phone
  return async () => {
    if (await copyText(display)) toast({ title: 'Phone number copied!' })
    else {
      const text = `Please copy the phone number manually: ${display}`
      toast({ title: 'Copy failed', text, kind: 'destructive' })
    }
  }
}

/** Click handler of a `tel:` link: dials on narrow screens, copies the number on wide ones. */
export function usePhoneLink(): (event: { preventDefault: () => void }) => void {
  const copyPhone = useCopyPhone()
  return (event) => {
    if (window.matchMedia(MOBILE).matches) return
    event.preventDefault()
    void copyPhone()
  }
}

/** Click handler of a `mailto:` link: also copies the address shortly after, for visitors without a mail program. */
export function useMailLink(): () => void {
  const toast = useToast()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const { address } = site.email

  async function copyAddress() {
    if (await copyText(address)) toast({ title: 'Email address copied!' })
    else toast({ title: 'Email address', text: `Please email us at: ${address}` })
  }
  return () => {
    timer.current = setTimeout(() => void copyAddress(), MAIL_DELAY_MS)
  }
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
