import type { ReactNode } from 'react'
import { Link } from '../../web/ui/link.tsx'
import { PageHead } from '../../web/site/page-head.tsx'
import styles from './policy-page.module.css'

export interface PolicySection {
  /** Fragment id: `#text-messages`. */
  id: string
  title: string
  /** Paragraphs in order; an array is a bulleted list, whose items may begin with a name. */
  text: readonly (string | readonly ListItem[])[]
  /** Paragraphs after the section's extra. */
  afterwards?: readonly string[]
  /** A link for further reading. */
  link?: { to: string; label: string }
}

type ListItem = string | { name: string; text: string }

interface PolicyPageProps {
  title: string
  lede: string
  /** ISO 8601 date, which the law requires. */
  effective: string
  sections: readonly PolicySection[]
  /** Extra content per section id, after its text. */
  extras?: Readonly<Record<string, ReactNode>>
}

/** A legal page: numbered sections beside a table of contents. */
export function PolicyPage({ title, lede, effective, sections, extras }: PolicyPageProps) {
  return (
    <>
      <PageHead label={title} note={`${sections.length} sections`} title={title}>
        <p className="lede">{lede}</p>
        <p className="mono">
          Effective <time dateTime={effective}>{formatDate(effective)}</time>
        </p>
      </PageHead>
      <div className={`wrap ${styles.policy}`}>
        <nav className={styles.index} aria-label="On this page">
          <ol>
            {sections.map(({ id, title }, position) => (
              <li key={id}>
                <a href={`#${id}`}>
                  <span className="mono">{position + 1}</span>
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.sections}>
          {sections.map((section, position) => (
            <Section key={section.id} number={position + 1} section={section}>
              {extras?.[section.id]}
            </Section>
          ))}
        </div>
      </div>
    </>
  )
}

interface SectionProps {
  number: number
  section: PolicySection
  children: ReactNode
}

function Section({ number, section: { id, title, text, afterwards, link }, children }: SectionProps) {
  return (
    <section id={id} className={styles.section}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <div>
        <h2>{title}</h2>
        {text.map((part) =>
          typeof part === 'string' ? (
            <p key={part}>{part}</p>
          ) : (
            <List key={JSON.stringify(part)} items={part} />
          ),
        )}
        {children}
        {afterwards?.map((part) => (
          <p key={part}>{part}</p>
        ))}
        {link ? (
          <p>
            <Link to={link.to}>{link.label}</Link>
          </p>
        ) : null}
      </div>
    </section>
  )
}

function List({ items }: { items: readonly ListItem[] }) {
  return (
    <ul>
      {items.map((item) =>
        typeof item === 'string' ? (
          <li key={item}>{item}</li>
        ) : (
          <li key={item.name}>
            <b>{item.name}.</b> {item.text}
          </li>
        ),
      )}
    </ul>
  )
}

/** "November 20, 2026": a date without a time is formatted in UTC. */
export function formatDate(date: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
}
