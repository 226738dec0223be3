import cutter from '../../../web/assets/art/hull-cutter.svg'
import schooner from '../../../web/assets/art/hull-schooner.svg'
import skiff from '../../../web/assets/art/hull-skiff.svg'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import { tiers } from '../content/website-development.ts'
import { CheckList } from './offerings.tsx'
import styles from './sizes-of-business.module.css'
import section from '../../../web/site/section-head.module.css'

const hulls = { skiff, cutter, schooner }

/** Three sizes of client as three hulls on one waterline. */
export function SizesOfBusiness() {
  return (
    <Reveal className="section">
      <div className="wrap">
        <Ruler label="Who it is for" note="Three sizes" />
        <div className={section.head}>
          <h2>Built to your size.</h2>
          <p className="lede">Start small. The site can grow later without starting over.</p>
        </div>
        <ul className={styles.tiers}>
          {tiers.map(({ hull, name, text, points }) => (
            <li key={hull}>
              <div className={styles.water}>
                <img src={hulls[hull]} width={336} height={410} alt="" loading="lazy" />
              </div>
              <div className={styles.words}>
                <h3>{name}</h3>
                <p>{text}</p>
                <CheckList items={points} />
              </div>
            </li>
          ))}
        </ul>
      </div>
    </Reveal>
  )
}
