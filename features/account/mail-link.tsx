import { useSyncExternalStore, type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { linkTypes, type LinkType, redeemLink } from './account.api.ts'
import { NewPassword } from './password-recovery.tsx'
import { useSession, useClient } from '../../web/api/session.ts'
import { useMutation } from '@tanstack/react-query'
import { failureReason } from '../../web/api/api-error.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Button } from '../../web/ui/button.tsx'
import { TextLink } from '../../web/ui/text-link.tsx'
import { networkErrorMessage } from '../../web/api/error-text.ts'
import { AuthLayout } from './auth-layout.tsx'
import { useTitle } from '../../web/workspace/use-title.ts'
import styles from './auth-layout.module.css'

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

const EXPIRED = 'This link has expired or was used already. Please ask for a new one.'

/**
 * Landing page of mailed links: `?type=…&token_hash=…`. Mail scanners open links too, so the link is redeemed by a button.
 * Without a link it renders its children.
 */
export function MailLink({ children }: { children: ReactNode }) {
  const [params, setParams] = useSearchParams()
  const session = useSession()
  const type = params.get('type')
  const tokenHash = params.get('token_hash')
  const done = () => setParams({}, { replace: true })

  if (hasError(useHash())) return <BrokenLink />
  if (!isLinkType(type)) return children
  if (tokenHash) {
    const redeemed = () => (setsPassword(type) ? setParams({ type }, { replace: true }) : done())
    return <RedeemLink type={type} tokenHash={tokenHash} onRedeemed={redeemed} />
  }
  const signedIn = session.status === 'signed-in'
  return setsPassword(type) && signedIn ? <NewPassword onDone={done} /> : children
}

/** The server redirects with an `error_code` in the fragment if a link is incomplete. */
function hasError(hash: string): boolean {
  return new URLSearchParams(hash.slice(1)).has('error_code')
}

/** The URL fragment, which a server never sees. */
function useHash(): string {
  return useSyncExternalStore(
    () => () => undefined,
    () => window.location.hash,
    () => '',
  )
}

/** Shown for an invalid link. */
function BrokenLink() {
  useTitle('This link does not work')
  return (
    <AuthLayout title="This link does not work">
      <Alert>{EXPIRED}</Alert>
      <OtherWays />
    </AuthLayout>
  )
}

function OtherWays() {
  return (
    <nav className={styles.ways} aria-label="Account">
      <TextLink to="/login?view=forgot-password" reload>
        Send a new link
      </TextLink>
      <TextLink to="/login" reload>
        Back to sign in
      </TextLink>
    </nav>
  )
}

function isLinkType(type: string | null): type is LinkType {
  return linkTypes.some((known) => known === type)
}

function setsPassword(type: LinkType): boolean {
  return type === 'recovery' || type === 'invite'
}

function RedeemLink({ type, tokenHash, onRedeemed }: RedeemLinkProps) {
  const { title, text, button } = words[type]
  useTitle(title)
  const backend = useClient()
  const [halfway, setHalfway] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => redeemLink(backend, type, tokenHash),
    onSuccess: (complete) => (complete ? onRedeemed() : setHalfway(true)),
  })
  if (halfway) return <OtherLinkMissing />
  return (
    <AuthLayout title={title}>
      <p className="muted">{text}</p>
      {error ? <Alert>{networkErrorMessage(failureReason(error)) ?? EXPIRED}</Alert> : null}
      <Button busy={isPending} onClick={() => mutate()}>
        {isPending ? 'One moment...' : button}
      </Button>
      <OtherWays />
    </AuthLayout>
  )
}

function OtherLinkMissing() {
  return (
    <AuthLayout title="Halfway there">
      <output>Now please open the link sent to the other address, too.</output>
    </AuthLayout>
  )
}
