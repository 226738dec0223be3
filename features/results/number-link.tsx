import { Link } from '../../web/ui/link.tsx'
import styles from './results-page.module.css'

/** A number that opens the people behind it. */
export function NumberLink({ count, to, of }: { count: number; to: string; of: string }) {
  const words = count.toLocaleString('en-US')
  if (count === 0) return <b className="mono">0</b>
  return (
    <Link className={`${styles.number} mono`} to={to}>
      {words}
      <span className="visually-hidden"> {of}</span>
    </Link>
  )
}

/** "38 min", "1 h 10 min". */
export function describeMinutes(minutes: number | null): string {
  if (minutes === null) return 'None yet'
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (minutes < 1) return 'under 1 min'
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}
