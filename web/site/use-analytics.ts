import { useEffect } from 'react'
import { ANALYTICS_POLICY } from '../script-policies.ts'
import { useMeasurementId } from '../root-data.ts'
import { createScriptPolicy } from './script-policy.ts'

declare global {
  interface Window {
    gtag?: (...command: unknown[]) => void
    dataLayer?: unknown[]
  }
  interface Navigator {
    globalPrivacyControl?: boolean
  }
}

const INPUT = ['pointerdown', 'keydown'] as const

/** Loads the Google tag after the first input, if it is configured and the visitor has not opted out. */
export function useAnalytics() {
  const id = useMeasurementId()
  useEffect(() => {
    if (id === null || hasOptedOut() || window.gtag) return undefined
    const listening = new AbortController()
    const start = () => {
      listening.abort()
      loadTag(id)
    }
    // The first input may have triggered hydration.
    if (performance.getEntriesByType('first-input').length > 0) start()
    else for (const kind of INPUT) window.addEventListener(kind, start, { signal: listening.signal })
    return () => listening.abort()
  }, [id])
}

function hasOptedOut(): boolean {
  return navigator.globalPrivacyControl === true || navigator.doNotTrack === '1'
}

function loadTag(id: string) {
  const layer = (window.dataLayer ??= [])
  window.gtag = function gtag() {
    // The tag requires a real `arguments` object.
    // oxlint-disable-next-line prefer-rest-params
    layer.push(arguments)
  }
  window.gtag('js', new Date())
  window.gtag('config', id, { allow_google_signals: false, allow_ad_personalization_signals: false })
  const address = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`
  const policy = createScriptPolicy(ANALYTICS_POLICY, {
    createScriptURL: (asked: string) => (asked === address ? asked : ''),
  })
  const script = document.createElement('script')
  script.async = true
  script.src = policy.createScriptURL(address)
  document.head.append(script)
}
