import { requestPage } from '../../web/enhance/request-page.ts'
import { showToast } from '../../web/enhance/toasts.ts'

/** Debounce of the search, in milliseconds. */
const PAUSE_MS = 200
/** Parts of the page that depend on the search. */
const RESULTS = '[data-result]'

/**
 * Searches shortly after typing pauses, and for what was typed before this script ran: takes the results from the page of that
 * search, and its address.
 */
export function searchWhileTyping(form: HTMLElement): void {
  const field = form.querySelector<HTMLInputElement>('[name=search]')
  if (!field) return
  let timer = 0
  let asked = field.defaultValue.trim()
  let request: XMLHttpRequest | undefined

  const ask = () => {
    clearTimeout(timer)
    const search = field.value.trim()
    if (search === asked) return
    asked = search
    request?.abort()
    const category = form.querySelector<HTMLInputElement>('[name=category]')?.value
    const query = new URLSearchParams({ ...(search && { search }), ...(category && { category }) })
    const address = query.size === 0 ? '/blog' : `/blog?${query}`
    request = requestPage(address, { found: (page) => showResults(page, address), failed: reportFailure })
  }
  const askSoon = () => {
    clearTimeout(timer)
    timer = window.setTimeout(ask, PAUSE_MS)
  }
  form.addEventListener('input', askSoon)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    ask()
  })
  askSoon()
}

function reportFailure(): void {
  showToast({
    title: 'The search failed',
    text: 'Please check your connection and try again.',
    failed: true,
  })
}

function showResults(found: Document, address: string): void {
  const results = found.querySelectorAll(RESULTS)
  for (const [index, place] of document.querySelectorAll(RESULTS).entries()) {
    place.replaceChildren(...(results[index]?.childNodes ?? []))
  }
  document.title = found.title
  history.replaceState(history.state, '', address)
}

/** Centers the current category on phones, where the row is wider than the screen. */
export function showCurrentCategory(row: HTMLElement): void {
  const link = row.querySelector<HTMLElement>('[aria-current]')
  if (link) row.scrollLeft = link.offsetLeft + link.offsetWidth / 2 - row.clientWidth / 2
}
