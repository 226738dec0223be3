import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import styles from './connection-note.module.css'

/** Shows a note while disconnected; the lists are refetched after reconnecting. */
export function ConnectionNote({ lineLost }: { lineLost: boolean }) {
  const online = useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  )
  return (
    <output className={styles.note}>
      {online
        ? null
        : 'You are offline. Keep writing: what you type is kept, and the lists are up to date once you are back.'}
      {online && lineLost ? 'The server cannot be reached for live updates. Trying again...' : null}
    </output>
  )
}
