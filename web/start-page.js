/**
 * Starts React once the page has been painted and the browser is idle, or as soon as the visitor does something.
 * The text of this function becomes part of every page, so it must be self-contained.
 */
export function startPage(page) {
  const { head } = document
  let started = false
  let pressed = null

  function addLink(rel, href) {
    head.append(Object.assign(document.createElement('link'), { rel, href }))
  }

  async function load() {
    for (const href of page.preloads) addLink('modulepreload', href)
    // One after the other, so that the visitor's taps and keys find their way in between.
    for (const module of [...page.before, ...page.preloads]) await import(module)
    const modules = await Promise.all(page.routes.map(([, module]) => import(module)))
    const routeModules = Object.fromEntries(page.routes.map(([id], index) => [id, modules[index]]))
    Object.assign(window, { __reactRouterRouteModules: routeModules })
    await import(page.entry)
  }

  function start() {
    if (started) return
    started = true
    // Leaving, or without a line: the page stays as the server sent it, and the next thing the visitor does tries again.
    load().catch(() => (started = false))
  }

  function startWhenIdle() {
    addLink('stylesheet', page.lateStyles)
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 1000 })
    else setTimeout(start)
  }

  // On a slow phone all has arrived long before it is painted: what is fetched meanwhile would delay that. The second frame
  // is the first after the pictures that came with the page.
  function startOnceOnScreen() {
    if (typeof PerformancePaintTiming === 'undefined') return startWhenIdle()
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      requestAnimationFrame(() => requestAnimationFrame(startWhenIdle))
    }).observe({ type: 'paint', buffered: true })
  }

  // What only works with React is held back, and pressed once React works; links and forms with an address work by
  // themselves. React must not hear of it as well: it may or may not answer while it is taking over.
  function hold(event) {
    const button = event.target.closest?.('button')
    const sends = button?.type === 'submit' && button.form?.matches('[action], [method="dialog"]')
    if (!button || button.commandForElement || sends) return
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed = button
  }

  function repeat() {
    removeEventListener('click', hold, true)
    if (pressed?.isConnected) pressed.click()
  }

  page.context.stream = new ReadableStream({
    start(controller) {
      controller.enqueue(page.data)
      controller.close()
    },
  }).pipeThrough(new TextEncoderStream())
  Object.assign(window, { __reactRouterContext: page.context })

  addEventListener('click', hold, true)
  addEventListener('page-started', repeat, { once: true })
  for (const use of ['pointerdown', 'keydown', 'focusin']) addEventListener(use, start)
  if (document.readyState === 'complete') startOnceOnScreen()
  else addEventListener('load', startOnceOnScreen, { once: true })
}
