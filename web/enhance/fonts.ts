import brandFonts from '../styles/brand-fonts.css?url'

/**
 * Loads the brand's fonts once the page is on screen. On slow phones everything arrives long before the first paint, and more
 * requests would delay it. The second frame is the first one after the images of the page.
 */
export function loadBrandFonts(): void {
  new PerformanceObserver((_, observer) => {
    observer.disconnect()
    requestAnimationFrame(() => requestAnimationFrame(addSheet))
  }).observe({ type: 'paint', buffered: true })
}

function addSheet(): void {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: brandFonts }))
}
