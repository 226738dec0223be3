import { dialAddress, displayNumber } from '../ui/phone-number.ts'
import styles from './phone-link.module.css'

/** A phone number as a `tel:` link; plain text if it is not a number. */
export function PhoneLink({ number }: { number: string }) {
  const address = dialAddress(number)
  if (address === null) return <span className="mono">{number}</span>
  return (
    <a className={`mono ${styles.link}`} href={address}>
      {displayNumber(number)}
    </a>
  )
}
