import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import type { HeldClaim } from '../../../web/site/claims.ts'
import { formatDate } from '../policy-page.tsx'
import styles from './evidence.module.css'

/** What each claim of the site rests on. */
export function Evidence({ claims }: { claims: readonly HeldClaim[] }) {
  if (claims.length === 0) return null
  return (
    <Reveal className="section">
      <div className="wrap" id="how-we-know">
        <Ruler label="Evidence" note="Figures on this site" />
        <div className={styles.evidence}>
          <div className={styles.head}>
            <h2>How we know.</h2>
            <p className="lede muted">What each figure rests on, and when we last checked it.</p>
          </div>
          <dl>
            {claims.map(({ id, value, label, sample, evidence, link, established }) => (
              <div key={id}>
                <dt>
                  <b>{value}</b> {label} {sample ? <span className="sample-badge">Sample figure</span> : null}
                </dt>
                <dd>
                  {evidence}
                  <span className="mono">
                    Checked <time dateTime={established}>{formatDate(established)}</time>
                  </span>
                  {link === undefined ? null : (
                    <>
                      {' '}
                      <a href={link}>See for yourself</a>
                    </>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </Reveal>
  )
}
