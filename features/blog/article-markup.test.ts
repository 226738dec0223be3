import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseArticle, type Block, type Inline } from './article-markup.ts'

const text = (words: string): Inline => ({ type: 'text', text: words })
const paragraph = (...children: Inline[]): Block => ({ type: 'paragraph', children })

describe('blocks', () => {
  test('#, ## and ### are headings, one line each', () => {
    expect(parseArticle('# One\n## Two\n### Three\nwords')).toEqual([
      { type: 'heading', level: 1, children: [text('One')] },
      { type: 'heading', level: 2, children: [text('Two')] },
      { type: 'heading', level: 3, children: [text('Three')] },
      paragraph(text('words')),
    ])
  })

  test('bullet, asterisk and hyphen are list items of one list, however they are spaced', () => {
    expect(parseArticle('• one\n* two\ngoes on\n\n- three')).toEqual([
      { type: 'list', items: [[text('one')], [text('two goes on')], [text('three')]] },
    ])
  })

  test('blank lines split paragraphs, other line breaks become spaces', () => {
    expect(parseArticle('one\r\ntwo\n \t\nthree\u2028four\n')).toEqual([
      paragraph(text('one two')),
      paragraph(text('three four')),
    ])
  })

  test('a number and a dot start a numbered section, titled by its first short sentence', () => {
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
  ])('%s', (line, title, children) => {
    expect(parseArticle(line)).toEqual([{ type: 'steps', items: [{ number: 3, title, children }] }])
  })

  test('a mark needs no space after it, and a number no limit', () => {
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
  ])('%s stays a paragraph', (line) => {
    expect(parseArticle(line).map((block) => block.type)).toEqual(['paragraph'])
  })

  test('nothing but white space is no article', () => {
    expect(parseArticle(' \n\n\t\n')).toEqual([])
  })
})

describe('inside a line', () => {
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
  ])('%s', (line, children) => {
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
  ])('%s is plain text', (line) => {
    expect(parseArticle(line)).toEqual([paragraph(text(line))])
  })
})

// Words, marks and breaks in any order: far more of the grammar than arbitrary characters would reach.
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

describe('any text', () => {
  test('gives a tree of the known parts, links only to the web and to mail', () => {
    fc.assert(
      fc.property(articles, (article) => {
        for (const block of parseArticle(article)) {
          expect(['heading', 'paragraph', 'list', 'steps']).toContain(block.type)
          for (const line of linesOf(block)) line.forEach(expectKnown)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('loses no word: letters and digits come out in the order they went in', () => {
    // Addresses move into `href`, so this one goes without links.
    fc.assert(
      fc.property(articles, (article) => {
        const plain = article.replaceAll('](', '] ')
        const written = parseArticle(plain).flatMap(linesOf).flatMap(wordsOf).join('')
        expect(lettersOf(written)).toBe(lettersOf(plain))
      }),
      { numRuns: 2000 },
    )
  })

  test.each(['*', '**', '`', '[', '[a](', '**a ', '*a ', '[a](b', '***'])(
    'is read in no time, even 100 000 times %s',
    (part) => {
      expect(parseArticle(part.repeat(100_000))).toHaveLength(1)
    },
    5_000,
  )
})

function linesOf(block: Block): Inline[][] {
  if (block.type === 'list') return block.items
  if (block.type !== 'steps') return [block.children]
  return block.items.flatMap(({ number, title, children }) => [[text(`${number}`)], title, children])
}

function wordsOf(line: readonly Inline[]): string[] {
  return line.flatMap((part) => ('text' in part ? [part.text] : wordsOf(part.children)))
}

/** Without the digits of numbered sections' numbers, which lose their leading zeros. */
function lettersOf(words: string): string {
  return words.replace(/[^\p{L}1-9]/gu, '')
}

function expectKnown(part: Inline): void {
  expect(['text', 'code', 'strong', 'emphasis', 'link']).toContain(part.type)
  expect('href' in part ? part.href : 'mailto:').toMatch(/^(https?|mailto):/)
  if ('children' in part) part.children.forEach(expectKnown)
}
