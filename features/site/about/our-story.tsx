import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import { story } from '../content/about.ts'
import styles from './our-story.module.css'

const FIRST_YEAR = 1999

/** How the founders came to work together, and a line with their years at true distances. */
export function OurStory() {
  if (story === null) return null
  return (
    <Reveal className="section">
      <div className="wrap">
        <Ruler label="How we got here" note={`${FIRST_YEAR} to now`} />
        <div className={styles.story}>
          <h2>{story.title}</h2>
          <div>
            <p className="lede">{story.lede}</p>
            {story.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
        <ol className={styles.years} aria-label="Timeline">
          {story.years.map(({ year, title, text }) => (
            <li key={year} className={styles[`after${year - FIRST_YEAR}`]}>
              <span className="mono">{year}</span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </Reveal>
  )
}
