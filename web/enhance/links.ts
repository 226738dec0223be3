import { showToast } from './toasts.ts'

/** Keeps the page if there is no connection, and says that the blog is loading while this page is still shown. */
export function followLink(event: MouseEvent): void {
  const link = findFollowedLink(event)
  if (!link) return
  if (navigator.onLine) {
    sayLoading(noteFor(link.pathname))
    return
  }
  event.preventDefault()
  showToast({
    title: 'No connection',
    text: 'This page stays as it is. Please check your internet connection and try again.',
    failed: true,
  })
}

/** A page that comes back from the browser's memory is no longer loading another one. */
export function forgetLoading(): void {
  sayLoading('')
}

/** The link to another page of this site that the browser is about to open in this tab. */
function findFollowedLink(event: MouseEvent): HTMLAnchorElement | null {
  const { target, defaultPrevented, button, metaKey, altKey, ctrlKey, shiftKey } = event
  const otherwise = defaultPrevented || button !== 0 || metaKey || altKey || ctrlKey || shiftKey
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (otherwise || link?.target !== '' || link.origin !== location.origin) return null
  const withinPage =
    link.hash !== '' && link.pathname === location.pathname && link.search === location.search
  return withinPage ? null : link
}

function sayLoading(text: string): void {
  const note = document.querySelector('#loading')
  if (note) note.textContent = text
}

function noteFor(path: string): string {
  if (path === '/blog') return 'Loading articles...'
  return path.startsWith('/blog/') ? 'Loading article...' : ''
}
