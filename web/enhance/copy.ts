import { showToast } from './toasts.ts'

const MAIL_DELAY_MS = 500

/**
 * Copies the text in `data-copy` when its element is pressed. A phone link dials on narrow screens instead, and a mail link
 * copies shortly after the mail program was asked, for visitors without one.
 */
export function copyOnClick(event: MouseEvent): void {
  const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-copy]') : null
  if (!pressed) return
  const { copy = '', copied = '' } = pressed.dataset
  const address = pressed.getAttribute('href') ?? ''
  if (address.startsWith('mailto:')) return void setTimeout(() => void copyMail(copy), MAIL_DELAY_MS)
  if (address.startsWith('tel:') && !matchMedia('(min-width: 768px)').matches) return
  event.preventDefault()
  void copyOther(copied, copy)
}

async function copyMail(address: string): Promise<void> {
  if (await writeClipboard(address)) showToast({ title: 'Email address copied!' })
  else showToast({ title: 'Email address', text: `Please email us at: ${address}` })
}

async function copyOther(name: string, text: string): Promise<void> {
  if (await writeClipboard(text)) showToast({ title: `${name} copied!` })
  else {
    const advice = `Please copy the ${name.toLowerCase()} manually: ${text}`
    showToast({ title: 'Copy failed', text: advice, failed: true })
  }
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
