import { useSyncExternalStore, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { linkTypes, type LinkType } from './account.api.ts'
import { BrokenLink, RedeemLink } from './redeem-link.tsx'
import { NewPassword } from './new-password.tsx'
import { useSession } from '../../web/api/session.ts'

/**
 * Where mailed links arrive: `?type=…&token_hash=…`. Programs that read mail open links, too, so opening one does nothing;
 * a button does. Without a link it shows its children.
 */
export function MailLink({ children }: { children: ReactNode }) {
  const [params, setParams] = useSearchParams()
  const session = useSession()
  const type = params.get('type')
  const tokenHash = params.get('token_hash')
  const done = () => setParams({}, { replace: true })

  if (isError(useHash())) return <BrokenLink />
  if (!isLinkType(type)) return children
  if (tokenHash) {
    const redeemed = () => (setsPassword(type) ? setParams({ type }, { replace: true }) : done())
    return <RedeemLink type={type} tokenHash={tokenHash} onRedeemed={redeemed} />
  }
  const signedIn = session.status === 'signed-in'
  return setsPassword(type) && signedIn ? <NewPassword onDone={done} /> : children
}

function setsPassword(type: LinkType): boolean {
  return type === 'recovery' || type === 'invite'
}

function isLinkType(type: string | null): type is LinkType {
  return linkTypes.some((known) => known === type)
}

/** The part of the address that a server never sees. */
function useHash(): string {
  return useSyncExternalStore(
    () => () => undefined,
    () => window.location.hash,
    () => '',
  )
}

/** The server sends the reason behind the `#` when a link is not complete. */
function isError(hash: string): boolean {
  return new URLSearchParams(hash.slice(1)).has('error_code')
}
