import { Icon } from './icon.tsx'
import styles from './scroll-to-top-button.module.css'

/** Shown by `web/enhance/scroll.ts` after scrolling 300 px. */
export function ScrollToTopButton() {
  return (
    <button id="to-top" type="button" className={styles.button} aria-label="Scroll to top" hidden>
      <Icon name="up" />
    </button>
  )
}
