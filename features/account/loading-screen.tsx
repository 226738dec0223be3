import { GateFrame } from './auth-layout.tsx'

/** Until the profile of the person signed in, or the page, has arrived. */
export function LoadingScreen() {
  return <GateFrame title="Loading..." />
}
