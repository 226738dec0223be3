import guidelines from '../../../web/assets/art/schematic-guidelines.svg'
import logo from '../../../web/assets/art/schematic-logo.svg'
import materials from '../../../web/assets/art/schematic-materials.svg'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import { identity } from '../content/website-development.ts'
import styles from './brand-identity.module.css'
import offerings from './offerings.module.css'
import section from '../../../web/site/section-head.module.css'

const drawings = { logo, guidelines, materials }

/** The three pieces of a brand, each a step lower than the one before. */
export function BrandIdentity() {
  return (
    <section className={`section ${styles.identity}`}>
      <Reveal className="wrap">
        <Ruler label="Brand identity" note="Three pieces" />
        <div className={section.head}>
          <h2>One look, from the tab to the truck.</h2>
          <p className="lede">The site and the brand come off one drawing board, so they agree.</p>
        </div>
        <ul className={styles.steps}>
          {identity.map(({ drawing, name, text }) => (
            <li key={name}>
              <img
                className={offerings.framed}
                src={drawings[drawing]}
                width={640}
                height={360}
                alt=""
                loading="lazy"
              />
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </Reveal>
    </section>
  )
}
