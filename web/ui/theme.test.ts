import { expect, test } from 'vitest'
import { findChosenTheme } from './theme.tsx'

test.each([
  ['theme=dark', 'dark'],
  ['a=b; theme=light; c=d', 'light'],
  ['mytheme=dark', null],
  ['theme=darker', null],
  ['theme=', null],
  [null, null],
])('findChosenTheme reads the cookies %s as %s', (cookies, chosen) => {
  expect(findChosenTheme(cookies)).toBe(chosen)
})
