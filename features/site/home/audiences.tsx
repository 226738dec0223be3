import cutter from '../../../web/assets/art/hull-cutter.svg'
import schooner from '../../../web/assets/art/hull-schooner.svg'
import skiff from '../../../web/assets/art/hull-skiff.svg'
import sloop from '../../../web/assets/art/hull-sloop.svg'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import { audiences } from '../content/home.ts'
import styles from './audiences.module.css'
import section from '../../../web/site/section-head.module.css'

const hulls = { skiff, sloop, cutter, schooner }

/** Target groups as four hulls on one waterline. */
export function Audiences() {
  return (
    <Reveal className="section">
      <div className="wrap">
        <Ruler label="Who we serve" note="Drawn to one waterline" />
        <div className={section.head}>
          <h2>Different hulls, same water.</h2>
          <p className="lede">
            Four kinds of clients come to us. Each gets a plan that fits, and the same care.
          </p>
        </div>
        <ul className={styles.fleet}>
          {audiences.map(({ hull, name, text }) => (
            <li key={hull}>
              <div className={styles.water}>
                <img src={hulls[hull]} width={336} height={410} alt="" loading="lazy" />
              </div>
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </Reveal>
  )
}
