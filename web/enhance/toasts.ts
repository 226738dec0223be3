const SHOWN_MS = 6000

export interface Toast {
  title: string
  text?: string
  failed?: boolean
}

/** Shows a copy of the page's hidden toast (`web/site/site-toasts.tsx`) in one of its live regions. */
export function showToast({ title, text = '', failed = false }: Toast): void {
  const region = document.querySelector(failed ? '#failures' : '#news')
  const model = document.querySelector<HTMLElement>('#toast')
  if (!region || !model) return
  const toast = document.importNode(model, true)
  toast.removeAttribute('id')
  toast.hidden = false
  fill(toast, title, text)
  if (failed) {
    toast.classList.add(model.dataset['failed'] ?? '')
    region.role = 'alert'
  }
  const repeated = [...region.children].find(({ textContent }) => textContent === toast.textContent)
  repeated?.remove()
  region.append(toast)
  removeLater(toast)
}

function fill(toast: HTMLElement, title: string, text: string): void {
  const [heading, separator, paragraph] = ['b', 'b + span', 'p'].map((part) => toast.querySelector(part))
  if (heading) heading.textContent = title
  if (paragraph) paragraph.textContent = text
  if (text !== '') return
  separator?.remove()
  paragraph?.remove()
}

/** Removes the toast after its time, which starts again after a pause, or by its button, which returns the focus. */
function removeLater(toast: HTMLElement): void {
  let before: EventTarget | null = null
  let timer = 0
  const remove = () => {
    const region = toast.parentElement
    toast.remove()
    if (region?.childElementCount === 0) region.role = region.id === 'news' ? 'status' : null
  }
  const pause = () => clearTimeout(timer)
  const resume = () => {
    pause()
    timer = window.setTimeout(remove, SHOWN_MS)
  }
  for (const event of ['mouseenter', 'focusin']) toast.addEventListener(event, pause)
  for (const event of ['mouseleave', 'focusout']) toast.addEventListener(event, resume)
  toast.addEventListener('focusin', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && toast.contains(relatedTarget))) before = relatedTarget
  })
  toast.querySelector('button')?.addEventListener('click', () => {
    pause()
    remove()
    const place =
      before instanceof HTMLElement && before.isConnected ? before : document.querySelector('main')
    place?.focus({ preventScroll: true })
  })
  resume()
}
