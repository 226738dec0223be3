/**
 * Starts React once a staff page has painted and the browser is idle, or at the first input. The text of this function is inlined
 * into the page, so it must be self-contained.
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
    // One at a time, so that input is handled in between.
    for (const module of [...page.before, ...page.preloads]) await import(module)
    const modules = await Promise.all(page.routes.map(([, module]) => import(module)))
    const routeModules = Object.fromEntries(page.routes.map(([id], index) => [id, modules[index]]))
    Object.assign(window, { __reactRouterRouteModules: routeModules })
    await (await import(page.entry)).hydrate()
  }

  function start() {
    if (started) return
    started = true
    // On navigation or a lost connection the server-rendered page stays, and the next input retries.
    load().catch(() => (started = false))
  }

  function startWhenIdle() {
    addLink('stylesheet', page.lateStyles)
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 1000 })
    else setTimeout(start)
  }

  // On slow phones everything arrives long before the first paint, and more requests would delay it. The second frame is the
  // first one after the images of the page.
  function startOnceOnScreen() {
    if (typeof PerformancePaintTiming === 'undefined') return startWhenIdle()
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      requestAnimationFrame(() => requestAnimationFrame(startWhenIdle))
    }).observe({ type: 'paint', buffered: true })
  }

  // Holds a click on a button that needs React and repeats it after hydration; links and forms with an address work without.
  // React must not see the held click, because it may or may not respond during hydration.
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
