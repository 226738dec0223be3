import { RealtimeClient, REALTIME_SUBSCRIBE_STATES } from '@supabase/realtime-js'
import { readSettings, type Backend } from './client.ts'
import { findToken } from './current-session.ts'

interface Listener<Table> {
  onChange: (table: Table) => void
  /** Connected, for the first time or again: earlier changes were not reported. */
  onOpen: () => void
  /** Disconnected. The client reconnects automatically. */
  onLost: () => void
}

/** Subscribes to changes of rows in these tables, as far as the reader may see them. Returns a function to unsubscribe. */
export function subscribeRowChanges<Table extends string>(
  backend: Backend,
  tables: readonly Table[],
  { onChange, onOpen, onLost }: Listener<Table>,
): () => void {
  const realtime = openRealtime(backend)
  const channel = realtime.channel('dashboard')
  for (const table of tables) {
    channel.on('postgres_changes', { event: '*', schema: 'public', table }, () => onChange(table))
  }
  let stopped = false
  const join = async () => {
    // The server wants the token with the first message.
    await realtime.setAuth()
    if (stopped) return
    channel.subscribe((status) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) onOpen()
      else onLost()
    })
  }
  void join()
  const { data } = backend.auth.onAuthStateChange((_event, session) => {
    // The server checks each token; it closes the connection when the last one expires.
    if (session) void realtime.setAuth(session.access_token)
  })
  return () => {
    stopped = true
    data.subscription.unsubscribe()
    void realtime.removeChannel(channel)
  }
}

function openRealtime(backend: Backend): RealtimeClient {
  const { url, anonKey } = readSettings(backend)
  return new RealtimeClient(`${url.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: anonKey },
    accessToken: async () => (await findToken(backend)) ?? anonKey,
  })
}
