import { measureAfterInput } from './analytics.ts'
import { copyOnClick } from './copy.ts'
import { closeDialogs, closeMenuOnWideScreens, pressDialog } from './dialogs.ts'
import { loadBrandFonts } from './fonts.ts'
import { followLink, forgetLoading } from './links.ts'
import { revealInView } from './reveal.ts'
import { scrollSmoothlyWithin, scrollToOpened, showTopButton, startAtTop } from './scroll.ts'
import { noteCall, noteVisit } from './visit.ts'

let goesBack = false

/** What a public page does with scripts, beyond its links, forms and native controls. */
export function enhancePage(): void {
  for (const onClick of [
    goBack,
    copyOnClick,
    followLink,
    pressDialog,
    scrollToOpened,
    scrollSmoothlyWithin,
    noteCall,
  ]) {
    document.addEventListener('click', onClick)
  }
  addEventListener('pagehide', closeDialogs)
  addEventListener('pageshow', () => {
    goesBack = false
    forgetLoading()
  })
  loadBrandFonts()
  revealInView('.reveal, .reveal-item', 0.1)
  revealInView('.curve', 0.4)
  showTopButton()
  startAtTop()
  closeMenuOnWideScreens()
  replaceFailedPictures()
  document.querySelector<HTMLElement>('[data-takes-focus]')?.focus()
  noteVisit()
  measureAfterInput()
}

/** The way back of the 404 page. A tab opened on it has no history, so the link leads home. */
function goBack(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('[data-goes-back]') : null
  if (!link || history.length === 1) return
  event.preventDefault()
  if (!goesBack) history.back()
  goesBack = true
}

/** Shows the alternative next to a picture in `data-may-fail`. */
function replaceFailedPictures(): void {
  for (const image of document.querySelectorAll<HTMLImageElement>('[data-may-fail] img')) {
    const replace = () => {
      for (const part of image.closest('[data-may-fail]')?.children ?? []) part.toggleAttribute('hidden')
    }
    if (image.complete && image.naturalWidth === 0) replace()
    else image.addEventListener('error', replace, { once: true })
  }
}
