import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseArticle, type Block, type Inline } from './article-markup.ts'

const text = (words: string): Inline => ({ type: 'text', text: words })
const paragraph = (...children: Inline[]): Block => ({ type: 'paragraph', children })

describe('parseArticle: blocks', () => {
  test('parseArticle reads lines with #, ## and ### as headings', () => {
    expect(parseArticle('# One\n## Two\n### Three\nwords')).toEqual([
      { type: 'heading', level: 1, children: [text('One')] },
      { type: 'heading', level: 2, children: [text('Two')] },
      { type: 'heading', level: 3, children: [text('Three')] },
      paragraph(text('words')),
    ])
  })

  test('parseArticle joins bullet, asterisk and hyphen items into one list, with or without blank lines', () => {
    expect(parseArticle('• one\n* two\ngoes on\n\n- three')).toEqual([
      { type: 'list', items: [[text('one')], [text('two goes on')], [text('three')]] },
    ])
  })

  test('parseArticle splits paragraphs at blank lines and turns other line breaks into spaces', () => {
    expect(parseArticle('one\r\ntwo\n \t\nthree\u2028four\n')).toEqual([
      paragraph(text('one two')),
      paragraph(text('three four')),
    ])
  })

  test('parseArticle starts a numbered section at a number and a dot, titled by the first short sentence', () => {
    expect(
      parseArticle('1. Shadow for a week. It drafts and\na person sends.\n\n2. Swap places\nIt sends.'),
    ).toEqual([
      {
        type: 'steps',
        items: [
          {
            number: 1,
            title: [text('Shadow for a week')],
            children: [text('It drafts and a person sends.')],
          },
          { number: 2, title: [text('Swap places')], children: [text('It sends.')] },
        ],
      },
    ])
  })

  test.each([
    ['3. **Keep one gate.** For good.', [text('Keep one gate')], [text('For good.')]],
    ['3. Is it worth it? Often.', [text('Is it worth it?')], [text('Often.')]],
    ['3. Use a tool, e.g. a list. Then stop.', [text('Use a tool, e.g. a list')], [text('Then stop.')]],
    ['3. Discovery', [text('Discovery')], []],
    ['3. One whole sentence.', [], [text('One whole sentence.')]],
    [
      '3. Write *to. The* point.',
      [],
      [text('Write '), { type: 'emphasis', children: [text('to. The')] }, text(' point.')],
    ],
  ])('parseArticle splits the numbered section %s into title and text', (line, title, children) => {
    expect(parseArticle(line)).toEqual([{ type: 'steps', items: [{ number: 3, title, children }] }])
  })

  test('parseArticle needs no space after a line mark and accepts large numbers', () => {
    expect(parseArticle('•one\n*two\n-three')).toEqual([
      { type: 'list', items: [[text('one')], [text('two')], [text('three')]] },
    ])
    expect(parseArticle('1.Discovery\n2026. A year\n2027.')).toEqual([
      {
        type: 'steps',
        items: [
          { number: 1, title: [text('Discovery')], children: [] },
          { number: 2026, title: [text('A year')], children: [] },
          { number: 2027, title: [], children: [] },
        ],
      },
    ])
  })

  test.each([
    '#hashtag',
    '-5 degrees',
    '--',
    '1.5 miles',
    '1... 2...',
    '**bold** first',
    '*italic* first',
    '-',
  ])('parseArticle keeps %s as a paragraph', (line) => {
    expect(parseArticle(line).map((block) => block.type)).toEqual(['paragraph'])
  })

  test('parseArticle returns no blocks for white space', () => {
    expect(parseArticle(' \n\n\t\n')).toEqual([])
  })
})

describe('parseArticle: inline marks', () => {
  test.each<[string, Inline[]]>([
    ['**bold**', [{ type: 'strong', children: [text('bold')] }]],
    ['an *italic* word', [text('an '), { type: 'emphasis', children: [text('italic')] }, text(' word')]],
    ['`a * b`', [{ type: 'code', text: 'a * b' }]],
    [
      '**a *b* c**',
      [{ type: 'strong', children: [text('a '), { type: 'emphasis', children: [text('b')] }, text(' c')] }],
    ],
    ['***both***', [{ type: 'strong', children: [{ type: 'emphasis', children: [text('both')] }] }]],
    [
      '[our *own* page](https://example.com/a_(b))',
      [
        {
          type: 'link',
          href: 'https://example.com/a_(b)',
          children: [text('our '), { type: 'emphasis', children: [text('own')] }, text(' page')],
        },
      ],
    ],
    [
      '[mail](mailto:hello@example.com)',
      [{ type: 'link', href: 'mailto:hello@example.com', children: [text('mail')] }],
    ],
  ])('parseArticle reads the inline marks of %s', (line, children) => {
    expect(parseArticle(line)).toEqual([paragraph(...children)])
  })

  test.each([
    'two ** stars',
    '2 * 3 * 4',
    'a `tick',
    '[words]',
    '[](https://example.com)',
    '[run](javascript:alert(1))',
    '[run](JAVASCRIPT:alert%281%29)',
    '[data](data:text/html,<script>)',
    '[file](file:///etc/passwd)',
    '[relative](//example.com)',
    '<b onclick="run()">no markup</b>',
  ])('parseArticle keeps %s as plain text', (line) => {
    expect(parseArticle(line)).toEqual([paragraph(text(line))])
  })
})

// Random sequences of words, marks and breaks cover more of the grammar than arbitrary characters.
const marks = [
  '**',
  '*',
  '`',
  '[',
  '](',
  ')',
  '# ',
  '## ',
  '- ',
  '• ',
  '1. ',
  '2. ',
  '\n',
  '\n\n',
  ' ',
  '. ',
  'https://e.com',
]
const articles = fc
  .array(fc.oneof(fc.constantFrom(...marks), fc.string({ unit: 'binary', maxLength: 6 })))
  .map((parts) => parts.join(''))

describe('parseArticle with any text', () => {
  test('parseArticle returns only known nodes, with links to the web and mail only', () => {
    fc.assert(
      fc.property(articles, (article) => {
        for (const block of parseArticle(article)) {
          expect(['heading', 'paragraph', 'list', 'steps']).toContain(block.type)
          for (const line of listLines(block)) line.forEach(expectKnown)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('parseArticle keeps every letter and digit in order', () => {
    // Without links, because addresses move into `href`.
    fc.assert(
      fc.property(articles, (article) => {
        const plain = article.replaceAll('](', '] ')
        const written = parseArticle(plain).flatMap(listLines).flatMap(listWords).join('')
        expect(keepLetters(written)).toBe(keepLetters(plain))
      }),
      { numRuns: 2000 },
    )
  })

  test.each(['*', '**', '`', '[', '[a](', '**a ', '*a ', '[a](b', '***', '![', '![a](b'])(
    'parseArticle stays fast on 100,000 repetitions of %s',
    (part) => {
      expect(parseArticle(part.repeat(100_000))).toHaveLength(1)
    },
    5_000,
  )
})

function listLines(block: Block): Inline[][] {
  if (block.type === 'list') return block.items
  if (block.type === 'picture') return [[text(block.description)]]
  if (block.type !== 'steps') return [block.children]
  return block.items.flatMap(({ number, title, children }) => [[text(`${number}`)], title, children])
}

function listWords(line: readonly Inline[]): string[] {
  return line.flatMap((part) => ('text' in part ? [part.text] : listWords(part.children)))
}

/** Without the digits of section numbers, which lose their leading zeros. */
function keepLetters(words: string): string {
  return words.replace(/[^\p{L}1-9]/gu, '')
}

function expectKnown(part: Inline): void {
  expect(['text', 'code', 'strong', 'emphasis', 'link']).toContain(part.type)
  expect('href' in part ? part.href : 'mailto:').toMatch(/^(https?|mailto):/)
  if ('children' in part) part.children.forEach(expectKnown)
}
