import { site } from '../../../site.config.ts'
import { spellNumber } from '../../../web/ui/spell-number.ts'

const { length: count } = site.founders

/** `two founders`. */
export const founders = `${spellNumber(count)} ${count === 1 ? 'founder' : 'founders'}`

/** The founders by focus; their roles and photographs are in the site configuration. */
export const founderCards: Record<
  (typeof site.founders)[number]['focus'],
  {
    title: string
    text: string
    /** What the drawing of the desk shows. */
    desk: string
  }
> = {
  'technical strategy': {
    title: 'Technical strategy',
    text: 'Systems, data and automation. Draws the diagram nobody else wanted to draw, then builds what is on it.',
    desk: 'A desk from above: a plotted chart, dividers, a parallel rule, a flow diagram, a keyboard and a stopwatch',
  },
  'creative strategy': {
    title: 'Creative strategy',
    text: 'Brand, words and interface. Takes things away until the page says one thing well.',
    desk: 'A desk from above: a letter under construction, a marked-up proof, a loupe, color swatches, a knife and reading glasses',
  },
}

interface Story {
  title: string
  lede: string
  paragraphs: readonly string[]
  /** In order. */
  years: readonly { year: number; title: string; text: string }[]
}

/** Sample text: replace it with your own story. Null: the page does without. */
export const story: Story | null = {
  title: 'One built it. One named it.',
  lede: 'We met on the same client, on opposite sides of the table, both sure the other one was the problem.',
  paragraphs: [
    'One of us had built a system nobody could read. The other had designed a page nothing could run. It took an afternoon and a legal pad to see that it was one job. We have quoted together ever since.',
    'We live here. We know what a Saturday in July does to a phone line, and what a quiet February does to a payroll. We build for both.',
  ],
  years: [
    {
      year: 1999,
      title: 'The first job',
      text: 'A boatyard’s parts list, moved from a card file to a database. It is still running.',
    },
    {
      year: 2005,
      title: 'The first shop online',
      text: 'Eleven products, one of them sold on the first night.',
    },
    { year: 2012, title: 'The first app on a phone', text: 'A crew clocked in from a ladder.' },
    {
      year: 2019,
      title: 'One table',
      text: 'Two practices, one technical and one creative, start quoting together.',
    },
    {
      year: 2023,
      title: 'The first assistant',
      text: 'It answered from a price guide. A person read every line.',
    },
    { year: 2025, title: site.name, text: 'Two founders, no sales team, a short list of clients.' },
  ],
}

/** Points of the checklist. */
export const impact: readonly string[] = [
  'Strategy before software',
  'One crew from brand to back office',
  'Plain English at every step',
  'Month to month, never locked in',
  'Measured by your numbers',
]

export const mission =
  'To give small businesses the tools of large companies, and to leave each client able to steer without us.'
