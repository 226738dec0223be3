import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import { story } from '../content/about.ts'
import styles from './our-story.module.css'

/** Ticks on the line. */
const LENGTH = 27

/** How the founders came to work together, and a line with their years at true distances. */
export function OurStory() {
  if (story === null) return null
  const [first, last] = [story.years[0]?.year ?? 0, story.years.at(-1)?.year ?? 0]
  const place = (year: number) => Math.round(((year - first) / (last + 1 - first)) * LENGTH)
  return (
    <Reveal className="section">
      <div className="wrap">
        <Ruler label="How we got here" note={`${first} to now`} />
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
            <li key={year} className={styles[`after${place(year)}`]}>
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
