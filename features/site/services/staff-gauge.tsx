import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import { useClaims } from '../../../web/root-data.ts'
import { EvidenceLink } from '../../../web/site/evidence-link.tsx'
import { capitalize } from '../../../web/ui/capitalize.ts'
import { spellNumber } from '../../../web/ui/spell-number.ts'
import { marks } from '../content/ai-automation.ts'
import styles from './staff-gauge.module.css'

/** Height of a full staff, in rem. */
const STAFF = 24
const axis = [100, 80, 60, 40, 20, 0]

/** Up to three claims as marks on tide staffs, to one scale. */
export function StaffGauge() {
  const claims = useClaims()
  const held = marks.flatMap(({ claim, text }) => {
    const found = claims[claim]
    return found === undefined ? [] : [{ ...found, text, height: measureHeight(found.value) }]
  })
  if (held.length === 0) return null
  const count = capitalize(spellNumber(held.length))
  return (
    <section className="section">
      <Reveal className="wrap">
        <Ruler label="What it is worth" note="Scale in percent" />
        <h2 className={styles.title}>
          {count} {held.length === 1 ? 'result' : 'results'} we are willing to be measured by.
        </h2>
        <div className={styles.frame}>
          <ul className={styles.gauge}>
            {held.map(({ value, height, label, text }) => (
              <li key={label} className={styles.mark}>
                <Staff height={height} />
                <div className={styles.words}>
                  <b>{value}</b> <span>{label}</span>
                  <p>{text}</p>
                </div>
                {/* Lifts the text to the height of its mark; the content security policy forbids style attributes. */}
                <svg
                  className={styles.lift}
                  width="1"
                  height={`${(height * STAFF) / 100}rem`}
                  aria-hidden="true"
                />
              </li>
            ))}
          </ul>
          <div className={`${styles.axis} mono-tiny`} aria-hidden="true">
            {axis.map((value) => (
              <span key={value}>{value}</span>
            ))}
          </div>
        </div>
        <p>
          <EvidenceLink />
        </p>
      </Reveal>
    </section>
  )
}

/** On a staff of 100: a percentage as it is, anything else in full. */
function measureHeight(value: string): number {
  return value.endsWith('%') ? Number.parseFloat(value) : 100
}

function Staff({ height }: { height: number }) {
  const rungs = Array.from({ length: 19 }, (_, index) => `M0 ${(index + 1) * 5}h14`)
  return (
    <svg className={styles.staff} viewBox="0 0 14 100" preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.rungs} d={rungs.join('')} />
      <rect className={styles.level} y={100 - height} width="14" height={height} />
    </svg>
  )
}
