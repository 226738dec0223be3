import { copyrightYears, footerNavigation, services, site } from '../../site.config.ts'
import footerIsobaths from '../assets/art/footer-isobaths.svg'
import { Link } from '../ui/link.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import { mailLink, phoneLink } from './contact-links.ts'
import { MailAddress } from './mail-address.tsx'
import { formatLatitude, formatLongitude } from './position.ts'
import { Hoist } from './flag.tsx'
import styles from './site-footer.module.css'

export function SiteFooter({ year }: { year: number }) {
  return (
    <footer className={`${styles.footer} on-dark`}>
      <img className={styles.isobaths} src={footerIsobaths} width={1440} height={820} alt="" loading="lazy" />
      <div className="wrap">
        <div className={styles.columns}>
          <div className={styles.lead}>
            <p className={styles.line}>Sound advice, built to float.</p>
            <p>
              {site.tagline} From {site.place.city}, for businesses here and nationwide.
            </p>
            <Hoist flags={services.slice(0, 5).map((service) => service.flag)} />
          </div>
          {footerNavigation.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2>{title}</h2>
              <ul>
                {links.map(({ label, to }) => (
                  <li key={label}>
                    <Link to={to}>{label}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
          <Office />
        </div>
        <div className={styles.wordmark} aria-hidden="true">
          <Wordmark name={site.name} />
        </div>
        <div className={styles.base}>
          <span>
            © {copyrightYears(year)} {site.name}. All rights reserved.
          </span>
          <span>
            {formatLatitude(site.place.latitude)}, {formatLongitude(site.place.longitude)}
          </span>
        </div>
      </div>
    </footer>
  )
}

/** Contact details and hours. */
function Office() {
  return (
    <div>
      <h2>Office</h2>
      <ul>
        <li>
          <a {...phoneLink}>{site.phone.display}</a>
        </li>
        <li>
          <a {...mailLink}>
            <MailAddress />
          </a>
        </li>
        <li>
          <span>
            {site.place.city}, {site.place.stateName}
          </span>
        </li>
        <li>
          <span>{site.hours.display}</span>
        </li>
        <li>
          <Link to="/schedule">Pick a time</Link>
        </li>
      </ul>
    </div>
  )
}
