import { expect, test } from 'vitest'
import { findChosenTheme } from './theme.tsx'

test.each([
  ['theme=dark', 'dark'],
  ['a=b; theme=light; c=d', 'light'],
  ['mytheme=dark', null],
  ['theme=darker', null],
  ['theme=', null],
  [null, null],
])('the cookies %s choose %s', (cookies, chosen) => {
  expect(findChosenTheme(cookies)).toBe(chosen)
})
