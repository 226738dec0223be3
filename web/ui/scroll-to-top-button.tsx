import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'
import styles from './scroll-to-top-button.module.css'

const SHOWN_FROM_PX = 300

/** Visible after scrolling 300 px. */
export function ScrollToTopButton() {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const update = () => setShown(window.scrollY > SHOWN_FROM_PX)
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [])
  if (!shown) return null
  return (
    <button type="button" className={styles.button} aria-label="Scroll to top" onClick={scrollToTop}>
      <Icon name="up" />
    </button>
  )
}

function scrollToTop() {
  const reduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 0, behavior: reduced ? 'auto' : 'smooth' })
}
