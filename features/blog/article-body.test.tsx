import * as fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { ArticleBody } from './article-body.tsx'

const ALLOWED = ['a', 'code', 'div', 'em', 'h2', 'h3', 'h4', 'li', 'ol', 'p', 'span', 'strong', 'ul']

const html = (content: string) => renderToStaticMarkup(<ArticleBody content={content} />)
const tagsOf = (markup: string) => [...markup.matchAll(/<([a-z0-9]+)/gi)].map(([, tag]) => tag ?? '')

describe('an article on the page', () => {
  test.each([
    ['## One\n#### Two\n## Three', ['h2', 'h3', 'h2']],
    ['### One\n### Two', ['h2', 'h2']],
    ['### One\n# Two\n### Three', ['h2', 'h2', 'h3']],
    ['# One\n1. First\n## Two\n1. First', ['h2', 'h3', 'h3', 'h4']],
    ['1. First', ['h2']],
  ])('has an outline that starts below the title and skips no level: %j', (content, outline) => {
    expect(tagsOf(html(content)).filter((tag) => tag.startsWith('h'))).toEqual(outline)
  })

  test('gives every heading an address of its own, which nothing else on a page has', () => {
    const ids = [...html('# Main\n# Main\n# \u{1F30A}\n## Main').matchAll(/id="([^"]*)"/g)].map(
      ([, id]) => id,
    )
    expect(ids).toEqual(['part-main', 'part-main.2', 'part-x', 'part-main.3'])
  })

  test('keeps the numbers of its numbered sections', () => {
    expect(html('4. Four\n7. Seven')).toMatch(/<li value="4">.*<li value="7">/)
  })

  test('says so when there is nothing', () => {
    expect(html(' \n')).toBe('<p class="empty-state">Content not available.</p>')
  })

  test('has only the elements an article may have, whatever its text', () => {
    const marks = [
      '<script>',
      '<img src=x onerror=y>',
      '"><b>',
      '**',
      '*',
      '`',
      '[x](',
      ')',
      '\n',
      '# ',
      '- ',
      '1. ',
    ]
    const contents = fc
      .array(fc.oneof(fc.constantFrom(...marks), fc.string({ maxLength: 8 })))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(contents, (content) => {
        for (const tag of tagsOf(html(content))) expect(ALLOWED).toContain(tag)
      }),
    )
  })
})
