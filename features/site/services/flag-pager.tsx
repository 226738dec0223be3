import { services, type ServiceId } from '../../../site.config.ts'
import { Link } from '../../../web/ui/link.tsx'
import { Flag } from '../../../web/site/flag.tsx'
import { serviceAddress } from '../../../web/site/service-address.ts'
import styles from './flag-pager.module.css'

/** Links to all services by flag; nothing if there is only one. */
export function FlagPager({ current }: { current: ServiceId }) {
  if (services.length === 1) return null
  return (
    <nav className={styles.pager} aria-label="All services">
      <ul>
        {services.map(({ id, name, flag }) => (
          <li key={id}>
            <Link to={serviceAddress(id)} aria-current={id === current ? 'page' : undefined}>
              <Flag flag={flag} outlined />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
