import { Link } from '../ui/link.tsx'
import { TextLink } from '../ui/text-link.tsx'

const EVIDENCE = '/about#how-we-know'

/** The words of a claim as a link to its evidence. */
export function EvidenceOf({ children }: { children: string }) {
  return <Link to={EVIDENCE}>{children}</Link>
}

/** Stands near claims and leads to their evidence. */
export function EvidenceLink() {
  return (
    <TextLink to={EVIDENCE} icon="right">
      How we know
    </TextLink>
  )
}
