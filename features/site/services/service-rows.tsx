import { AccordionItem } from '../../../web/ui/accordion.tsx'
import { ButtonLink } from '../../../web/ui/button.tsx'
import { Icon } from '../../../web/ui/icon.tsx'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { catalogue, type CatalogueEntry } from '../content/services.ts'
import { Flag } from '../../../web/site/flag.tsx'
import { serviceAddress } from '../../../web/site/service-address.ts'
import styles from './service-rows.module.css'

/** All services as rows; opening one closes the others and scrolls to it (`web/enhance/scroll.ts`). */
export function ServiceRows() {
  return (
    <div className={styles.rows} data-scrolls data-starts-at-top>
      {catalogue.map((entry) => (
        <Reveal as="div" key={entry.id}>
          <AccordionItem
            className={styles.row}
            name="services"
            mark={<Flag flag={entry.flag} outlined />}
            summary={
              <>
                <h2>{entry.title}</h2>
                <span className={styles.subtitle}>{entry.subtitle}</span>
              </>
            }
          >
            <Hold entry={entry} />
          </AccordionItem>
        </Reveal>
      ))}
    </div>
  )
}

/** Contents of a service's row. */
function Hold({ entry }: { entry: CatalogueEntry }) {
  return (
    <>
      <div className={styles.key}>
        <h3>Key benefits</h3>
        <CheckedList items={entry.keyBenefits} />
        <h3>Deliverables</h3>
        <CheckedList items={entry.deliverables} />
      </div>
      <div className={styles.features}>
        {entry.features.map(({ title, description, items }) => (
          <div key={title}>
            <h3>{title}</h3>
            <p>{description}</p>
            <ul>
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <div className={styles.actions}>
        <ButtonLink to={serviceAddress(entry.id)}>
          Learn More<span className="visually-hidden"> about {entry.title}</span>
        </ButtonLink>
        <ButtonLink to="/contact" variant="outline">
          Request a Quote<span className="visually-hidden"> for {entry.title}</span>
        </ButtonLink>
      </div>
    </>
  )
}

function CheckedList({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>
          <Icon name="check" size={16} />
          {item}
        </li>
      ))}
    </ul>
  )
}
