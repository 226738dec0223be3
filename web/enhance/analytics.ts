import { ANALYTICS_POLICY } from '../script-policies.ts'
import { createScriptPolicy } from '../site/script-policy.ts'

declare global {
  interface Window {
    gtag?: (...command: unknown[]) => void
    dataLayer?: unknown[]
  }
  interface Navigator {
    globalPrivacyControl?: boolean
  }
}

/** Loads the Google tag after the first input, if it is configured and the visitor has not opted out. */
export function measureAfterInput(): void {
  const id = document.querySelector('main')?.dataset['measure']
  if (id === undefined || hasOptedOut()) return
  const started = new AbortController()
  const start = () => {
    started.abort()
    loadTag(id)
  }
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, start, { signal: started.signal })
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
