import { site } from '../../../site.config.ts'
import { AccordionItem } from '../../../web/ui/accordion.tsx'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import { phoneLink } from '../../../web/site/contact-links.ts'
import { questions } from '../content/pricing.ts'
import { breadcrumbs, type StructuredData } from '../../../web/site/json-ld.tsx'
import columns from './pricing-columns.module.css'
import styles from './questions.module.css'

/** Eight lettered questions; one is open at a time. */
export function Questions() {
  return (
    <Reveal className="section">
      <div className="wrap">
        <Ruler label="Questions" note="Notes A to H" />
        <div className={columns.columns}>
          <h2>
            Asked at
            <br className="only-desktop" /> the&nbsp;dock.
          </h2>
          <p className={`muted ${styles.note}`}>
            Eight answers before you call. For a ninth, call <a {...phoneLink}>{site.phone.display}</a>.
          </p>
          <div className={`accordion ${styles.questions}`}>
            {questions.map(({ question, answer }, position) => (
              <AccordionItem
                key={question}
                name="questions"
                mark={<Letter position={position} />}
                summary={<h3>{question}</h3>}
                open={position === 0}
              >
                <p>{answer}</p>
              </AccordionItem>
            ))}
          </div>
        </div>
      </div>
    </Reveal>
  )
}

function Letter({ position }: { position: number }) {
  return <span aria-hidden="true">{String.fromCodePoint(65 + position)}</span>
}

/** Structured data of the questions and answers. */
export function questionsData(siteUrl: string): StructuredData {
  return {
    '@graph': [
      breadcrumbs(siteUrl, { name: 'Pricing', path: '/pricing' }),
      {
        '@type': 'FAQPage',
        mainEntity: questions.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    ],
  }
}
