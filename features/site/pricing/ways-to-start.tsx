import { Reveal } from '../../../web/ui/reveal.tsx'
import { TextLink } from '../../../web/ui/text-link.tsx'
import { ways } from '../content/pricing.ts'
import styles from './ways-to-start.module.css'

/** Four ways to start, the last one for founder-led teams. */
export function WaysToStart() {
  return (
    <section className="wrap">
      <h2 className="visually-hidden">Ways to start</h2>
      <ol className={styles.ways}>
        {ways.map(({ name, text, terms, action, to, message }, position) => (
          <Reveal as="li" key={name}>
            <span className="mono" aria-hidden="true">
              {position + 1}
            </span>
            <h3>{name}</h3>
            <p>{text}</p>
            <span className={`mono ${styles.terms}`}>{terms}</span>
            <TextLink to={to} icon="right" data-message={message}>
              {action}
            </TextLink>
          </Reveal>
        ))}
      </ol>
    </section>
  )
}
