import { TextLink } from '../ui/text-link.tsx'

/** Stands near claims and leads to their evidence. */
export function EvidenceLink() {
  return (
    <TextLink to="/about#how-we-know" icon="right">
      How we know
    </TextLink>
  )
}
