import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useHydrating } from '../../../web/ui/use-hydrating.ts'
import styles from './demonstration.module.css'

const loadPicture = () => import('./demonstration-picture.tsx')

/**
 * Hydration leaves the picture as the server rendered it, because a script without React plays it. So the picture's code is only
 * fetched when a client-side navigation renders this page.
 */
const Picture = import.meta.env.SSR ? (await loadPicture()).default : lazy(loadPicture)

export function Demonstration() {
  const [served] = useState(useHydrating())
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => (box.current ? prepare(box.current) : undefined), [])
  const content =
    served && !import.meta.env.SSR
      ? { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } }
      : { children: <Suspense>{<Picture />}</Suspense> }
  return <div ref={box} className={styles.box} {...content} />
}

/** Loads the player when the demonstration comes near the screen, or at a press, which is repeated afterwards. */
function prepare(box: HTMLElement): () => void {
  const ended = new AbortController()
  const { signal } = ended
  let loading: Promise<void> | undefined

  async function load() {
    const { play } = await import('./demonstration-player.ts')
    box.removeEventListener('click', press)
    delete box.dataset['failed']
    if (!signal.aborted) play(box, signal)
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

  const near = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      near.disconnect()
      // Without a connection, the first press tries again and says so.
      loadOnce().catch(() => (loading = undefined))
    },
    { rootMargin: '600px' },
  )
  near.observe(box)
  box.addEventListener('click', press, { signal })
  return () => {
    ended.abort()
    near.disconnect()
  }
}
