import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { Project } from '../content/our-work.ts'
import { ClientBadge } from './project-badges.tsx'
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
