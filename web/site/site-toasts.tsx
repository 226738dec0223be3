import { Icon } from '../ui/icon.tsx'
import styles from '../ui/toast.module.css'

/**
 * The live regions of toasts, there before they have content, because some screen readers ignore a region inserted with its text;
 * and the toast that `web/enhance/toasts.ts` copies.
 */
export function SiteToasts() {
  return (
    <div className={styles.list}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output cannot hold paragraphs */}
      <div id="news" role="status" aria-live="polite" aria-atomic="false" />
      <div id="failures" aria-live="assertive" aria-atomic="false" />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for fields */}
      <div id="toast" className={styles.toast} role="group" data-failed={styles.failed} hidden>
        <div>
          <b />
          <span className="visually-hidden">: </span>
          <p />
        </div>
        <span />
        <button type="button" className="square-button" aria-label="Dismiss">
          <Icon name="close" />
        </button>
      </div>
    </div>
  )
}
