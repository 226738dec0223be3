import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { caseStudies, projects, type CaseStudy, type Project } from '../content/our-work.ts'
import { CasePage } from './case-page.tsx'
import { ClientBadge } from './project-badges.tsx'
import { ProjectCard } from './project-card.tsx'
import { ProjectDetails } from './project-details.tsx'

const screen = (name: string) => ({
  picture: { path: `/work/${name}`, width: 1600, height: 1000, widths: [480, 1600], color: '#fff' },
  alt: `The ${name} screen`,
})

const bare: Project = {
  id: 'pier',
  title: 'A pier with a queue',
  client: 'Pier Nine',
  description: 'A bait shop.',
  image: screen('pier'),
  technologies: ['Bait ledger'],
  challenge: 'Nobody knew what was fresh.',
  solution: 'A board that does.',
  results: [{ figure: '9', text: 'kinds of bait' }],
  cardResult: '9 kinds of bait',
  liveUrl: '',
}

const full: Project = {
  ...bare,
  additionalImages: [screen('ledger'), screen('counter')],
  testimonial: 'The board is never wrong.',
  logo: '/work/pier-logo.svg',
  video: { src: '/work/pier.mp4', captions: '/work/pier.vtt' },
}

const details = (project: Project) =>
  renderToStaticMarkup(<ProjectDetails project={project} titleId="title" />)

describe('ProjectDetails', () => {
  test('ProjectDetails shows the required fields of every project', () => {
    const html = details(bare)
    for (const part of ['Challenge', 'Our Solution', 'Technologies Used', 'Results Achieved'])
      expect(html).toContain(`<h3>${part}</h3>`)
    expect(html).toContain('Nobody knew what was fresh.')
    expect(html).toContain('A board that does.')
    expect(html).toContain('<li>Bait ledger</li>')
    expect(html).toContain('<b>9</b> kinds of bait')
    expect(html).toContain('alt="The pier screen"')
  })

  test('ProjectDetails orders its parts as specified', () => {
    const html = details(full)
    const parts = [
      'id="title"',
      'The pier screen',
      'The ledger screen',
      '<video',
      'Challenge',
      'Our Solution',
      'Technologies Used',
      'Results Achieved',
      '<blockquote',
    ]
    const places = parts.map((part) => html.indexOf(part))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(places).not.toContain(-1)
  })

  test('ProjectDetails leaves out missing parts', () => {
    const html = details(bare)
    expect(html.match(/<img/g)).toHaveLength(1)
    expect(html).not.toMatch(/<video|<blockquote|<figcaption/)
    expect(renderToStaticMarkup(<ClientBadge {...bare} />)).not.toContain('<img')
  })

  test('ProjectDetails shows extra screenshots, captioned film, logo and the author of the testimonial', () => {
    const html = details(full)
    expect(html).toContain('alt="The ledger screen"')
    expect(html).toContain('alt="The counter screen"')
    expect(html).toMatch(/<video[^>]* src="\/work\/pier\.mp4"[^>]* controls=""/)
    expect(html).toMatch(/<track kind="captions" src="\/work\/pier\.vtt"/)
    expect(html).toMatch(/<blockquote>“The board is never wrong\.”<\/blockquote><figcaption[^>]*>Pier Nine</)
    expect(renderToStaticMarkup(<ClientBadge {...full} />)).toContain('src="/work/pier-logo.svg"')
  })
})

const study: CaseStudy = {
  changed: '2026-11-24',
  facts: [{ name: 'Trade', text: 'Bait' }],
  lede: 'Nobody knew what was fresh.',
  problem: 'Everybody asked.',
  steps: [{ time: 'Week 1', name: 'We fished', text: 'Nothing.' }],
  result: {
    figure: '9',
    text: 'kinds of bait',
    counted: 'Buckets.',
    before: '3 kinds.',
    after: '9 kinds.',
    byWhom: 'The shop.',
  },
  closing: { title: 'Have a pier?', text: 'Tell us.' },
}

const casePage = (project: Project, changes: Partial<CaseStudy> = {}) =>
  renderToStaticMarkup(
    <CasePage project={project} study={{ ...study, ...changes }} next={{ id: 'jetty', title: 'A jetty' }} />,
  )

describe('CasePage', () => {
  test('CasePage prints a result with the figures before and after and who counted', () => {
    const html = casePage(full)
    expect(html).toContain('id="measured"')
    expect(html).toMatch(/<dt>Before<\/dt><dd>3 kinds\.<\/dd>/)
    expect(html).toMatch(/<dt>By whom<\/dt><dd>The shop\.<\/dd>/)
    expect(html).not.toContain('Not counted')
  })

  test.each(['before', 'byWhom'] as const)('CasePage leaves out a result without %s', (part) => {
    const result = { ...study.result!, [part]: '' }
    const html = casePage(full, { result })
    expect(html).not.toMatch(/measured|kinds of bait/)
  })

  test('CasePage calls only a sample project a sample', () => {
    expect(casePage(full)).not.toMatch(/sample/i)
    const html = casePage({ ...full, sample: '/samples/pier/' })
    expect(html).toContain('Pier Nine, sample project')
    expect(html).toContain('Sample figures for a sample project.')
  })

  test('a project without a public site has no Visit Site, on its card and its page', () => {
    for (const html of [casePage(bare), renderToStaticMarkup(<ProjectCard project={bare} first={false} />)])
      expect(html).not.toContain('Visit Site')
    expect(renderToStaticMarkup(<ProjectCard project={bare} first={false} />)).toContain('Private platform')
    const live = { ...bare, liveUrl: 'https://pier.example/' }
    expect(casePage(live)).toContain('href="https://pier.example/"')
  })
})

test('each case study counts a figure from the results of its project', () => {
  expect(Object.keys(caseStudies)).toEqual(projects.map(({ id }) => id))
  for (const { id, results } of projects) {
    const { figure, text } = caseStudies[id]?.result ?? { figure: '', text: '' }
    expect(results).toContainEqual({ figure, text })
  }
})
