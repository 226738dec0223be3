import { requestPage } from '../../web/enhance/request-page.ts'
import styles from './pick-time.module.css'
import { showVisitorTimes } from './schedule-script.ts'

/**
 * Puts the free times in the place of the panel that leads to them. The panel stays if there are none or they do not come, and while
 * its link has the focus.
 */
export function showFreeTimes(place: HTMLElement): void {
  const found = (page: Document) => {
    const section = page.getElementById('schedule')
    const form = section?.querySelector(`form:has(.${styles.days})`)
    if (!section || !form || place.contains(document.activeElement)) return
    place.dataset['zone'] = section.dataset['zone']
    place.replaceChildren(form)
    showVisitorTimes(place)
  }
  requestPage('/free-times', { found })
}
