import { describe, expect, test } from 'vitest'
import { insertLink, insertPicture, toggleLines, toggleMark, type Edit, type Selected } from './text-edits.ts'

/** `|` marks where the selection starts and ends. */
function selected(marked: string): Selected {
  const [before = '', words = '', after = ''] = marked.split('|')
  return { text: before + words + after, start: before.length, end: before.length + words.length }
}

function after(marked: string, edit: (selection: Selected) => Edit): string {
  const selection = selected(marked)
  const { from, to, insert, start, end } = edit(selection)
  const text = selection.text.slice(0, from) + insert + selection.text.slice(to)
  return `${text.slice(0, start)}|${text.slice(start, end)}|${text.slice(end)}`
}

describe('toggleMark', () => {
  test.each([
    ['A |bold| word', 'A **|bold|** word'],
    ['A **|bold|** word', 'A |bold| word'],
    ['A | bold | word', 'A  **|bold|**  word'],
    ['A || word', 'A **|bold text|** word'],
  ])('toggleMark turns %j into %j', (before, expected) => {
    expect(after(before, (selection) => toggleMark(selection, '**', 'bold text'))).toBe(expected)
  })
})

test.each([
  ['See |our work|.', 'See [our work](|https://|).'],
  ['See ||.', 'See [link text](|https://|).'],
])('insertLink turns %j into %j', (before, expected) => {
  expect(after(before, insertLink)).toBe(expected)
})

describe('toggleLines', () => {
  test.each([
    ['One\nT||wo\nThree', '## ', 'One\n## Two||\nThree'],
    ['## T||wo', '## ', 'Two||'],
    ['## T||wo', '### ', '### Two||'],
    ['|One\nTwo|\nThree', '- ', '|- One\n- Two|\nThree'],
    ['|- One\n\n- Two|', '1. ', '|1. One\n\n2. Two|'],
    ['|1. One\n2. Two|', '1. ', '|One\nTwo|'],
    ['||', '- ', '- ||'],
  ] as const)('toggleLines turns %j with mark %j into %j', (before, mark, expected) => {
    expect(after(before, (selection) => toggleLines(selection, mark))).toBe(expected)
  })
})

test.each([
  ['||', '![|Describe the picture|](/a.webp)'],
  ['One.||', 'One.\n\n![|Describe the picture|](/a.webp)'],
  ['One |word| and more.', 'One word and more.\n\n![|Describe the picture|](/a.webp)'],
  ['![A ||pier](/b.webp)\nTwo.', '![A pier](/b.webp)\n\n![|Describe the picture|](/a.webp)\n\nTwo.'],
  ['One.\n||\nTwo.', 'One.\n\n![|Describe the picture|](/a.webp)\n\nTwo.'],
])('insertPicture puts a picture into %j on a line of its own', (before, expected) => {
  expect(after(before, (selection) => insertPicture(selection, '/a.webp'))).toBe(expected)
})
