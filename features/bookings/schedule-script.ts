import { readVisitOrigin } from '../../web/site/visit-origin.ts'
import { describeMoment, labelZone } from './describe-moment.ts'

const ZONES_AT_ONCE = 5

/**
 * Shows times by the visitor's clock, names the chosen one on the button, and adds what led to this visit to the form when it is sent.
 * A chosen time zone is kept in the address.
 */
export function showVisitorTimes(section: HTMLElement): void {
  const ours = section.dataset['zone'] ?? 'UTC'
  const picker = section.querySelector<HTMLSelectElement>('[name=zone]')
  const show = (zone: string) => {
    const read = createReader(ours, zone)
    for (const option of section.querySelectorAll<HTMLElement>('[data-time]')) showOption(option, read)
    const readOurs = createReader(zone, ours)
    for (const bar of section.querySelectorAll<HTMLElement>('[data-start]')) showSummary(bar, zone, readOurs)
    keepInLinks(section, 'zone', zone)
    nameChosen(section)
  }
  const zone = findZone()
  if (picker) void fillPicker(picker, zone)
  // The server's page says what is missing beside the fields.
  for (const form of section.querySelectorAll<HTMLFormElement>('form[method=post]')) form.noValidate = true
  picker?.addEventListener('change', () => show(picker.value))
  section.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'medium')
      keepInLinks(section, target.name, target.value)
    nameChosen(section)
  })
  section.addEventListener('formdata', ({ formData }) => {
    if (!formData.has('idempotencyKey')) return
    for (const [name, value] of Object.entries(readVisitOrigin())) formData.set(name, String(value))
  })
  show(zone)
}

/** The zone chosen on an earlier step, or the browser's. */
function findZone(): string {
  const chosen = new URLSearchParams(location.search).get('zone')
  if (chosen !== null && Intl.supportedValuesOf('timeZone').includes(chosen)) return chosen
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Hands a choice on to the pages of other days. */
function keepInLinks(section: HTMLElement, name: string, value: string): void {
  for (const link of section.querySelectorAll<HTMLAnchorElement>('a[href$="#times"]')) {
    const address = new URL(link.href)
    address.searchParams.set(name, value)
    link.href = address.href
  }
}

/** Names the hundreds of zones a few at a time, so that a slow phone stays responsive. */
async function fillPicker(picker: HTMLSelectElement, zone: string): Promise<void> {
  picker.replaceChildren(new Option(labelZone(zone), zone))
  picker.disabled = false
  const options: HTMLOptionElement[] = []
  for (const name of new Set([zone, ...Intl.supportedValuesOf('timeZone')])) {
    options.push(new Option(labelZone(name), name))
    if (options.length % ZONES_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve))
  }
  options.sort((a, b) => a.text.localeCompare(b.text))
  picker.replaceChildren(...options)
  picker.value = zone
}

/** What the clock in `zone` shows; null where it shows the same as ours. "9:00 AM", or "Wed 12:30 AM" on another day. */
function createReader(ours: string, zone: string): (start: string) => string | null {
  const [our, their] = [ours, zone].map((timeZone) => ({
    weekday: new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short' }),
    time: new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }),
  }))
  return (start) => {
    const at = new Date(start)
    const [ourDay, theirDay] = [our?.weekday.format(at), their?.weekday.format(at)]
    const time = their?.time.format(at) ?? ''
    if (ourDay !== theirDay) return `${theirDay} ${time}`
    return time === our?.time.format(at) ? null : time
  }
}

function showOption(option: HTMLElement, read: (start: string) => string | null): void {
  const theirs = read(option.querySelector('input')?.value ?? '')
  const words = option.querySelector('span')
  if (words) words.textContent = theirs ?? option.dataset['time'] ?? ''
  for (const part of option.querySelectorAll('small, .visually-hidden')) part.remove()
  if (theirs === null) return
  const whose = Object.assign(document.createElement('i'), {
    className: 'visually-hidden',
    textContent: ' your time, ',
  })
  option.append(
    whose,
    Object.assign(document.createElement('small'), { textContent: option.dataset['ours'] }),
  )
}

function showSummary(bar: HTMLElement, zone: string, readOurs: (start: string) => string | null): void {
  const start = bar.dataset['start'] ?? ''
  for (const [part, words] of Object.entries(describeMoment(start, zone))) {
    const place = bar.querySelector(`[data-part=${part}]`)
    if (place) place.textContent = words
  }
  const office = bar.querySelector<HTMLElement>('[data-office]')
  const time = readOurs(start)
  if (!office?.firstElementChild) return
  office.firstElementChild.textContent = time
  office.hidden = time === null
}

function nameChosen(section: HTMLElement): void {
  const button = section.querySelector<HTMLButtonElement>('[data-step]')
  const label = button?.querySelector('.button-label')
  if (!button || !label) return
  const chosen = section.querySelector('[data-time]:has(:checked) span')
  button.disabled = chosen === null
  const named = button.dataset['step'] ?? ''
  label.textContent = chosen === null ? 'Choose a time first' : named.replace('*', () => chosen.textContent)
}
