import sansFont from '../../../web/assets/fonts/hanken-grotesk.woff2?url'
import serifFont from '../../../web/assets/fonts/newsreader.woff2?url'

interface Step {
  /** Value of `data-step`. */
  name: string
  /** Milliseconds after Start; steps without wait for a press. */
  at?: number
  pane: 'visitor' | 'office'
  says: string
  /** Gets the focus if the control that had it is gone. */
  focus: string
  /** What narrow screens scroll to, because they do not hold the whole picture. */
  watch?: { part: string; block: 'start' | 'nearest' }
}

const PAUSE = '[data-press=pause]'
const REPLY = { part: '[data-press=send]', block: 'nearest' } as const

const STEPS: readonly Step[] = [
  { name: 'rest', pane: 'visitor', says: '', focus: '[data-press=start]' },
  { name: '1', at: 0, pane: 'visitor', says: 'Sent.', focus: PAUSE },
  {
    name: '2',
    at: 900,
    pane: 'office',
    says: 'A new row is in the list.',
    focus: PAUSE,
    watch: { part: '[data-part=app]', block: 'start' },
  },
  { name: '3', at: 2000, pane: 'office', says: 'The reply clock started at sixty minutes.', focus: PAUSE },
  { name: '4', at: 3400, pane: 'office', says: 'The assistant drafted a reply.', focus: PAUSE, watch: REPLY },
  {
    name: '5',
    at: 8200,
    pane: 'office',
    says: 'A phone buzzed. Press Send reply to finish.',
    focus: '[data-press=send]',
    watch: REPLY,
  },
  { name: 'done', pane: 'office', says: 'Reply sent. The clock stopped.', focus: '[href="#contact-form"]' },
]

/** Indexes of `STEPS`. */
const REST = 0
const SENT = 1
const CLOCK = 3
const DRAFT = 4
const PHONE = 5
const DONE = 6
const DRAFT_AT = 3400
const WORD_MS = 90
const PROMISED_SECONDS = 3600

/**
 * Plays the demonstration in `box`. What the visitor types stays in this page: it is only shown again as text.
 */
export function play(box: HTMLElement): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)')
  const narrow = matchMedia('(max-width: 767.98px)')
  let step = REST
  /** Running time before the last pause, and when it resumed. */
  let ran = 0
  let runsSince: number | null = null
  /** Running time at which the reply clock started. */
  let clockAt: number | null = null
  let words: string[] = []
  let timer = 0

  const presses: Record<string, () => void> = {
    visitor: () => showPane('visitor'),
    office: () => showPane('office'),
    start,
    pause: pressPause,
    skip: () => goTo(PHONE),
    send: () => goTo(DONE),
    again: () => goTo(REST),
  }

  box.addEventListener('click', pressed)
  box.addEventListener('submit', submitted)
  const observer = new IntersectionObserver(([entry]) => entry && !entry.isIntersecting && left(), {
    threshold: 0.05,
  })
  observer.observe(box)
  loadShopFonts()
  box.dataset['ready'] = ''

  function pressed(event: Event) {
    const button = event.target instanceof Element && event.target.closest<HTMLElement>('[data-press]')
    if (button) presses[button.dataset['press'] ?? '']?.()
  }

  function submitted(event: Event) {
    event.preventDefault()
    if (step === REST) start()
  }

  function start() {
    fill()
    ran = 0
    clockAt = null
    goTo(SENT)
  }

  function goTo(next: number) {
    show(next)
    if (next === REST || next === DONE) pause()
    else resume()
  }

  function pressPause() {
    if (calm.matches) goTo(step + 1)
    else if (runsSince === null) resume()
    else pause()
  }

  function left() {
    if (!calm.matches && step >= SENT && step < PHONE) pause()
  }

  function pause() {
    ran = elapsed()
    runsSince = null
    clearTimeout(timer)
    showPause()
  }

  function resume() {
    ran = elapsed()
    runsSince = performance.now()
    showPause()
    tick()
  }

  function elapsed(): number {
    return ran + (runsSince === null ? 0 : performance.now() - runsSince)
  }

  /** Shows the due steps, and waits for the next change. */
  function tick() {
    clearTimeout(timer)
    const due = STEPS.findLastIndex(({ at }) => at !== undefined && at <= elapsed())
    if (!calm.matches && due > step) show(due)
    showClock()
    showDraft()
    const wait = nextChange() - elapsed()
    if (Number.isFinite(wait)) timer = window.setTimeout(tick, Math.max(1, wait))
  }

  function nextChange(): number {
    const changes = [
      ...STEPS.map(({ at = 0 }) => at),
      ...words.map((_, index) => DRAFT_AT + index * WORD_MS),
      ...(clockAt === null ? [] : [clockAt + (seconds() + 1) * 1000]),
    ]
    return Math.min(...changes.filter((change) => change > elapsed()))
  }

  function show(next: number) {
    const focused = box.contains(document.activeElement) ? document.activeElement : null
    const shown = STEPS[next]
    if (!shown) return
    const { name, pane, says, focus, watch } = shown
    step = next
    find('[data-step]').dataset['step'] = name
    showPane(pane)
    write('status', says)
    for (const [index, fix] of all('[data-fix]').entries())
      fix.dataset['fix'] = index + 1 < step ? 'past' : index + 1 === step ? 'now' : ''
    if (step >= CLOCK) clockAt ??= elapsed()
    showClock()
    showDraft()
    const gone = !focused?.checkVisibility({ visibilityProperty: true })
    if (watch && narrow.matches)
      find(watch.part).scrollIntoView({ block: watch.block, behavior: calm.matches ? 'instant' : 'smooth' })
    if (focused && (gone || step === PHONE))
      find(focus).focus({ preventScroll: step !== PHONE || narrow.matches })
  }

  function showPane(pane: string) {
    find('[data-pane]').dataset['pane'] = pane
    for (const tab of all('[aria-pressed]')) tab.ariaPressed = String(tab.dataset['press'] === pane)
  }

  function showPause() {
    const halted = calm.matches || runsSince === null
    find('[data-pane]').toggleAttribute('data-halted', halted)
    write('pause', calm.matches ? 'Next' : halted ? 'Continue' : 'Pause')
  }

  /** Whole seconds since the reply clock started. */
  function seconds(): number {
    return clockAt === null ? 0 : Math.floor((elapsed() - clockAt) / 1000)
  }

  function showClock() {
    write('left', minutes(PROMISED_SECONDS - seconds()))
    write('taken', minutes(Math.max(1, seconds())))
  }

  function showDraft() {
    const typing = step === DRAFT && !calm.matches
    const typed = typing ? Math.floor((elapsed() - DRAFT_AT) / WORD_MS) + 1 : words.length
    write('draft', words.slice(0, typed).join(' '))
    find('[data-text=draft]').dataset['untyped'] = ` ${words.slice(typed).join(' ')}`
  }

  /** Copies what the visitor typed to where the office sees it; an empty field counts as its example. */
  function fill() {
    const [name, message] = [readField('name'), readField('message')]
    const [first = ''] = name.split(/\s+/)
    const topic = box.querySelector('select')?.selectedOptions[0]
    const { alert = '', draft = '' } = topic?.dataset ?? {}
    const texts = { name, first, message, alert, topic: topic?.value ?? '' }
    for (const [place, text] of Object.entries(texts)) write(place, text)
    words = draft.replace('{first}', () => first).split(' ')
  }

  function readField(field: string): string {
    const input = box.querySelector<HTMLInputElement>(`[data-field=${field}]`)
    return input?.value.trim() || (input?.defaultValue ?? '')
  }

  function write(place: string, text: string) {
    for (const element of all(`[data-text=${place}]`))
      if (element.textContent !== text) element.textContent = text
  }

  function all(selector: string) {
    return box.querySelectorAll<HTMLElement>(selector)
  }

  function find(selector: string): HTMLElement {
    const element = box.querySelector<HTMLElement>(selector)
    if (!element) throw new Error(`The demonstration has no ${selector}.`)
    return element
  }
}

/** "59:56" */
function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** The sample shop has its own typefaces. They load this late, because no other part of the page needs them. */
function loadShopFonts() {
  for (const [family, url] of Object.entries({ 'Shop Serif': serifFont, 'Shop Sans': sansFont })) {
    const font = new FontFace(family, `url(${url})`, { weight: '200 800' })
    document.fonts.add(font)
    // On failure the fallback font stays.
    font.load().catch(() => document.fonts.delete(font))
  }
}
