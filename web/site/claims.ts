import { claims, type Claim, type ClaimId, type ClaimValues } from '../../site.config.ts'

/** A claim that holds, by its id. */
export type HeldClaim = Claim & { id: ClaimId }

/** The claims that have not expired at this time. */
export function findHeldClaims(now: Date): HeldClaim[] {
  const today = now.toISOString().slice(0, 10)
  return Object.entries(claims).flatMap(([id, claim]) =>
    claim !== null && isClaimId(id) && today < claim.expires ? [{ ...claim, id }] : [],
  )
}

/** What pages show of them. */
export function readClaimValues(now: Date): ClaimValues {
  return Object.fromEntries(findHeldClaims(now).map(({ id, value, label }) => [id, { value, label }]))
}

function isClaimId(id: string): id is ClaimId {
  return id in claims
}
