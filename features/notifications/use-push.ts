import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PUSH_POLICY } from '../../web/script-policies.ts'
import type { Backend } from '../../web/api/client.ts'
import { logFailure } from '../../web/api/log-failure.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { createScriptPolicy } from '../../web/site/script-policy.ts'
import { useDesktopNotices } from '../../web/workspace/desktop-notices.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { addBrowser, readPushKey, removeBrowser } from './notifications.api.ts'

const WORKER = '/push-worker.js'
/** Only pages of the dashboard concern the worker. */
const SCOPE = '/login'

let policy: { createScriptURL: (address: string) => string } | undefined

/**
 * Subscribes this browser while the person has notifications on in it. `pushes` is undefined while that is tried, and
 * false if the browser has no push service: then the open dashboard shows notifications itself.
 */
export function usePush() {
  const backend = useClient()
  const queries = useQueryClient()
  const { id } = useProfile()
  const { state } = useDesktopNotices()
  const queryKey = [...keys.push, id]
  const { data, isError } = useQuery({
    queryKey,
    queryFn: () => subscribe(backend).catch(logFailure('the push service')),
    enabled: state === 'on',
    staleTime: Infinity,
  })
  return {
    pushes: state !== 'on' || isError ? false : data,
    stop: async () => {
      queries.removeQueries({ queryKey })
      await unsubscribe(backend)
    },
  }
}

/** False if the browser cannot or does not let us. */
async function subscribe(backend: Backend): Promise<boolean> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return false
  const key = await readPushKey(backend)
  const subscription = await findSubscription(key)
  const { p256dh = '', auth = '' } = subscription?.toJSON().keys ?? {}
  if (subscription === null) return false
  await addBrowser(backend, { endpoint: subscription.endpoint, p256dh, auth })
  return true
}

async function findSubscription(key: string): Promise<PushSubscription | null> {
  policy ??= createScriptPolicy(PUSH_POLICY, { createScriptURL: () => WORKER })
  const { pushManager } = await navigator.serviceWorker.register(policy.createScriptURL(WORKER), {
    scope: SCOPE,
  })
  try {
    const known = await pushManager.getSubscription()
    if (known && encode(known.options.applicationServerKey) === key) return known
    await known?.unsubscribe()
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  } catch (error) {
    // The browser has no push service, or cannot reach it.
    if (error instanceof DOMException) return null
    throw error
  }
}

async function unsubscribe(backend: Backend): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const worker = await navigator.serviceWorker.getRegistration(SCOPE)
  const subscription = await worker?.pushManager.getSubscription()
  if (!subscription) return
  // First, because it also ends the messages if the server cannot be reached.
  await subscription.unsubscribe()
  await removeBrowser(backend, subscription.endpoint)
}

/** Base64url. */
function encode(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
