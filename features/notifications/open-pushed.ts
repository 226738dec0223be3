import { useEffect } from 'react'
import { useOpenNotice } from '../../web/workspace/desktop-notices.ts'

/**
 * Opens what a clicked push notification is about in this tab. Part of the first screen: a message that arrives before
 * its listener is lost.
 */
export function OpenPushed(): null {
  const open = useOpenNotice()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined
    const listen = ({ data }: MessageEvent<{ openContact?: unknown }>) => {
      const { openContact: contact } = data
      if (contact === null || typeof contact === 'string') open(contact)
    }
    navigator.serviceWorker.addEventListener('message', listen)
    return () => navigator.serviceWorker.removeEventListener('message', listen)
  }, [open])
  return null
}
