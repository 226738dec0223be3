import { expect, test } from 'vitest'
import { diffLines } from './post-revisions.tsx'

test('diffLines shows a changed line as its old text, then its new text, between unchanged lines', () => {
  expect(diffLines('a\n\nb\nd', 'a\n\nx\nd')).toEqual([
    { change: 'same', text: 'a' },
    { change: 'same', text: '' },
    { change: 'removed', text: 'b' },
    { change: 'added', text: 'x' },
    { change: 'same', text: 'd' },
  ])
})

test('diffLines returns both texts whole when they differ in over a thousand lines', () => {
  const changes = diffLines(repeat('old'), repeat('new')).map(({ change }) => change)
  expect(changes).toEqual([...Array<string>(1500).fill('removed'), ...Array<string>(1500).fill('added')])
})

function repeat(word: string): string {
  return Array.from({ length: 1500 }, (_, line) => `${word} ${line}`).join('\n')
}
