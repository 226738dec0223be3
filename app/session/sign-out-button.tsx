import { Button } from '../ui/button.tsx'
import { useSignOut } from './use-sign-out.ts'

export function SignOutButton() {
  const { signOut, busy } = useSignOut()
  return (
    <Button variant="outline" icon={null} busy={busy} onClick={signOut}>
      Sign Out
    </Button>
  )
}
