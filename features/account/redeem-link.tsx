import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { redeemLink, type LinkType } from './account.api.ts'
import { failureReason } from '../../web/api/api-error.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Button } from '../../web/ui/button.tsx'
import { TextLink } from '../../web/ui/text-link.tsx'
import { waitOrConnection } from '../../web/api/error-text.ts'
import { GateFrame } from './auth-layout.tsx'
import { useBackend } from '../../web/api/session.ts'
import { useTitle } from '../../web/workspace/use-title.ts'

interface LinkWords {
  title: string
  text: string
  button: string
}

const words: Record<LinkType, LinkWords> = {
  signup: {
    title: 'Confirm your email address',
    text: 'One press, and your account is ready.',
    button: 'Confirm email address',
  },
  invite: { title: 'Accept the invitation', text: 'Then choose a password.', button: 'Accept invitation' },
  recovery: { title: 'Set a new password', text: 'You asked for a new password.', button: 'Continue' },
  email_change: {
    title: 'Confirm the new address',
    text: 'Both the old and the new address have to agree.',
    button: 'Confirm change',
  },
}

interface RedeemLinkProps {
  type: LinkType
  tokenHash: string
  onRedeemed: () => void
}

export function RedeemLink({ type, tokenHash, onRedeemed }: RedeemLinkProps) {
  const { title, text, button } = words[type]
  useTitle(title)
  const backend = useBackend()
  const [halfway, setHalfway] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => redeemLink(backend, type, tokenHash),
    onSuccess: (complete) => (complete ? onRedeemed() : setHalfway(true)),
  })
  if (halfway) return <Halfway />
  return (
    <GateFrame title={title}>
      <p className="muted">{text}</p>
      {error ? <Alert>{waitOrConnection(failureReason(error)) ?? EXPIRED}</Alert> : null}
      <Button busy={isPending} onClick={() => mutate()}>
        {isPending ? 'One moment...' : button}
      </Button>
      <OtherWays />
    </GateFrame>
  )
}

/** A link that cannot be read at all. */
export function BrokenLink() {
  useTitle('This link does not work')
  return (
    <GateFrame title="This link does not work">
      <Alert>{EXPIRED}</Alert>
      <OtherWays />
    </GateFrame>
  )
}

const EXPIRED = 'This link has expired or was used already. Please ask for a new one.'

function Halfway() {
  return (
    <GateFrame title="Halfway there">
      <output>Now please open the link sent to the other address, too.</output>
    </GateFrame>
  )
}

function OtherWays() {
  return (
    <nav className="gate-ways" aria-label="Account">
      <TextLink to="/login?view=forgot-password" reload>
        Send a new link
      </TextLink>
      <TextLink to="/login" reload>
        Back to sign in
      </TextLink>
    </nav>
  )
}
