import { dialAddress, displayNumber } from '../../features/contacts/contacts.ts'

/** A phone number that dials when it is pressed; what holds no number stays text. */
export function PhoneLink({ number }: { number: string }) {
  const address = dialAddress(number)
  if (address === null) return <span className="mono">{number}</span>
  return (
    <a className="mono phone-link" href={address}>
      {displayNumber(number)}
    </a>
  )
}
