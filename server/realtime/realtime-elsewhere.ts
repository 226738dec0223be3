import { KEPT_BY_PROJECT } from '../http/kept-by-project.ts'
import { isForDevelopment, type Realtime } from './create-realtime.ts'
import { refuseUpgrade, UpgradeError } from './upgrade.ts'

/** Stands where a hosted project tells the browsers what changed. */
export function realtimeElsewhere(): Realtime {
  return {
    handleUpgrade: (request, socket) => {
      if (isForDevelopment(request)) return
      socket.on('error', () => socket.destroy())
      refuseUpgrade(socket, new UpgradeError('404 Not Found', KEPT_BY_PROJECT))
    },
    sockets: () => 0,
    endSockets: () => undefined,
    close: async () => undefined,
  }
}
