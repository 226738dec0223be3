import { whenNear } from '../../../web/enhance/when-near.ts'

/**
 * Puts the demonstration, which stands finished for browsers without scripts, to rest. Loads its player when it comes near the
 * screen, or at a press, which it repeats.
 */
export function prepareDemonstration(box: HTMLElement): void {
  let loading: Promise<void> | undefined

  async function load() {
    const { play } = await import('./demonstration-player.ts')
    box.removeEventListener('click', press)
    delete box.dataset['failed']
    play(box)
  }

  function loadOnce(): Promise<void> {
    loading ??= load()
    return loading
  }

  function press(event: Event) {
    const button = event.target instanceof Element && event.target.closest('button')
    if (!button) return
    event.preventDefault()
    loadOnce().then(() => button.click(), fail)
  }

  function fail() {
    loading = undefined
    const status = box.querySelector('output')
    box.dataset['failed'] = ''
    if (status) status.textContent = 'The demonstration did not load. Check your connection and try again.'
  }

  const stage = box.querySelector<HTMLElement>('[data-nojs]')
  if (stage) stage.dataset['step'] = 'rest'
  delete stage?.dataset['nojs']
  // Without a connection, the first press tries again and reports a failure.
  whenNear(box, () => void loadOnce().catch(() => (loading = undefined)))
  box.addEventListener('click', press)
}
