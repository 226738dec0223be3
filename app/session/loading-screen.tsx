import { GateFrame } from './gate-frame.tsx'

/** Until it is known who is looking. The server sends it, too: only the browser holds the session. */
export function LoadingScreen() {
  return (
    <GateFrame title="Loading...">
      <noscript>
        <p>Signing in needs JavaScript, which is off in this browser.</p>
      </noscript>
    </GateFrame>
  )
}
