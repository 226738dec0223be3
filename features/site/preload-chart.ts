import { preload } from 'react-dom'

/** Requests the chart of a phone before the fonts: it is the largest thing on the first screen. */
export function preloadChart(mobile: string): void {
  preload(mobile, { as: 'image', fetchPriority: 'high', media: '(max-width: 767.98px)' })
}
