import { searchWhileTyping, showCurrentCategory } from '../features/blog/search-while-typing.ts'
import { prepareDemonstration } from '../features/site/home/prepare-demonstration.ts'
import { beginMessage, findUnsent } from '../features/submissions/unsent-message.ts'
import { enhancePage } from './enhance/enhance.ts'
import { loadOnUse } from './enhance/load-on-use.ts'
import { whenNear } from './enhance/when-near.ts'
import { isStaffPage } from './staff-pages.ts'

/** Starts React, on the pages that need it (`web/start-page.js`). */
export const hydrate = () => import('./hydrate.tsx')

if (!isStaffPage(location.pathname)) {
  enhancePage()
  document.addEventListener('click', beginMessage)
  enhance('demonstration', prepareDemonstration)
  enhance('article-search', searchWhileTyping)
  enhance('categories', showCurrentCategory)
  enhance('contact-form', prepareContactForm)
  enhance('schedule', (section) => void loadSchedule(section))
  enhance('free-times', (place) => whenNear(place, () => void loadFreeTimes(place).catch(() => {})))
  document.documentElement.dataset['enhanced'] = ''
}

/** Runs the script of a feature on the pages that have its element. */
function enhance(id: string, start: (element: HTMLElement) => void): void {
  const element = document.getElementById(id)
  if (element) start(element)
}

function prepareContactForm(form: HTMLElement): void {
  if (!(form instanceof HTMLFormElement)) return
  const load = async () => {
    const { enhanceContactForm } = await import('../features/submissions/contact-form-script.ts')
    enhanceContactForm(form)
  }
  loadOnUse(form, load, findUnsent() !== null)
}

async function loadSchedule(section: HTMLElement): Promise<void> {
  const { showVisitorTimes } = await import('../features/bookings/schedule-script.ts')
  showVisitorTimes(section)
}

async function loadFreeTimes(place: HTMLElement): Promise<void> {
  const { showFreeTimes } = await import('../features/bookings/show-free-times.ts')
  showFreeTimes(place)
}
