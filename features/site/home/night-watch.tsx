import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import { TextLink } from '../../../web/ui/text-link.tsx'
import { Demonstration } from './demonstration.tsx'
import styles from './night-watch.module.css'

/** What an AI-powered site does on a Sunday night, as a demonstration the visitor can play. */
export function NightWatch() {
  return (
    <section className="section band-glass">
      <Reveal className="wrap">
        <Ruler label="AI-powered websites & strategy" note="Working demonstration" />
        <div className={styles.head}>
          <h2>Let your website stand the night watch.</h2>
          <div>
            <p>
              Inquiries rarely keep office hours. Send this one at 9:41 on a Sunday night and watch what the
              office sees. Strategy comes first, so it only says what you would say.
            </p>
            <TextLink to="#contact-form" icon="down">
              Plan an AI-Powered Website
            </TextLink>
          </div>
        </div>
        <Demonstration />
      </Reveal>
    </section>
  )
}
