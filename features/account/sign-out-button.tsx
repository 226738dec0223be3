import { Button } from '../../web/ui/button.tsx'
import { useSignOut } from '../../web/api/session.ts'

export function SignOutButton() {
  const { signOut, busy } = useSignOut()
  return (
    <Button variant="outline" icon={null} busy={busy} onClick={signOut}>
      Sign Out
    </Button>
  )
}
