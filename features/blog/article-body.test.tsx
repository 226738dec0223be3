import * as fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { ArticleBody } from './article-body.tsx'

const ALLOWED = ['a', 'code', 'div', 'em', 'h2', 'h3', 'h4', 'li', 'ol', 'p', 'span', 'strong', 'ul']

const html = (content: string) => renderToStaticMarkup(<ArticleBody content={content} />)
const listTags = (markup: string) => [...markup.matchAll(/<([a-z0-9]+)/gi)].map(([, tag]) => tag ?? '')

describe('ArticleBody', () => {
  test.each([
    ['## One\n#### Two\n## Three', ['h2', 'h3', 'h2']],
    ['### One\n### Two', ['h2', 'h2']],
    ['### One\n# Two\n### Three', ['h2', 'h2', 'h3']],
    ['# One\n1. First\n## Two\n1. First', ['h2', 'h3', 'h3', 'h4']],
    ['1. First', ['h2']],
  ])('ArticleBody starts the outline below the title and skips no level: %j', (content, outline) => {
    expect(listTags(html(content)).filter((tag) => tag.startsWith('h'))).toEqual(outline)
  })

  test('ArticleBody gives every heading a unique id that clashes with no other element', () => {
    const ids = [...html('# Main\n# Main\n# \u{1F30A}\n## Main').matchAll(/id="([^"]*)"/g)].map(
      ([, id]) => id,
    )
    expect(ids).toEqual(['part-main', 'part-main.2', 'part-x', 'part-main.3'])
  })

  test('ArticleBody keeps the numbers of numbered sections', () => {
    expect(html('4. Four\n7. Seven')).toMatch(/<li value="4">.*<li value="7">/)
  })

  test('ArticleBody says when an article is empty', () => {
    expect(html(' \n')).toBe('<p class="empty-state">Content not available.</p>')
  })

  test('ArticleBody shows stored pictures with their description, and addresses them absolutely for feeds', () => {
    const address = `/storage/v1/object/public/pictures/${'0'.repeat(32)}-600x400.webp`
    const content = `Before\n![A "pier"](${address})\nafter\n\n![x](https://elsewhere.example/a.png)`
    const shown = html(content)
    expect(listTags(shown)).toEqual(['div', 'p', 'img', 'p', 'p', 'a'])
    expect(shown).toContain(`src="${address}"`)
    expect(shown).toContain('-480.webp 480w')
    expect(shown).toContain('width="600" height="400" alt="A &quot;pier&quot;"')
    const entry = renderToStaticMarkup(<ArticleBody content={content} siteUrl="https://tidewright.example" />)
    expect(entry).toContain(`src="https://tidewright.example${address}"`)
    expect(entry).not.toContain('srcSet')
  })

  test('ArticleBody renders only the allowed elements for any text', () => {
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
        for (const tag of listTags(html(content))) expect(ALLOWED).toContain(tag)
      }),
    )
  })
})
