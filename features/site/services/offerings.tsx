import { Icon } from '../../../web/ui/icon.tsx'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import type { OfferingWords } from '../content/service-words.ts'
import styles from './offerings.module.css'
import section from '../../../web/site/section-head.module.css'

interface OfferingsProps {
  label: string
  note: string
  title: string
  lede: string
  /** Texts with the address of their drawing. */
  items: readonly (OfferingWords & { image: string })[]
}

/** A service's offerings in two columns, the second a step lower. */
export function Offerings({ label, note, title, lede, items }: OfferingsProps) {
  return (
    <section className={`section ${styles.band}`}>
      <Reveal className="wrap">
        <Ruler label={label} note={note} />
        <div className={section.head}>
          <h2>{title}</h2>
          <p className="lede">{lede}</p>
        </div>
        <ul className={styles.grid}>
          {items.map(({ image, ...words }, index) => (
            <li key={words.name} className={styles.offering}>
              <img className={styles.framed} src={image} width={640} height={360} alt="" loading="lazy" />
              <Offering letter={'abcd'[index] ?? ''} words={words} />
            </li>
          ))}
        </ul>
      </Reveal>
    </section>
  )
}

/** The text of an offering with its letter. */
export function Offering({ letter, words }: { letter: string; words: OfferingWords }) {
  return (
    <div className={styles.words}>
      <span className="mono" aria-hidden="true">
        {letter}
      </span>
      <div>
        <h3>{words.name}</h3>
        <p>{words.text}</p>
        <CheckList items={words.points} />
      </div>
    </div>
  )
}

export function CheckList({ items }: { items: readonly string[] }) {
  return (
    <ul className={styles.checkList}>
      {items.map((item) => (
        <li key={item}>
          <Icon name="check" size={16} />
          {item}
        </li>
      ))}
    </ul>
  )
}
