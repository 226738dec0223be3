import { expect, test } from 'vitest'
import { findRange } from './create-storage.ts'

const of = (range: string, ifRange?: string) =>
  findRange(new Headers({ Range: range, ...(ifRange === undefined ? {} : { 'If-Range': ifRange }) }), {
    size: 100,
    etag: '"a"',
  })

test.each([
  ['bytes=0-9', { first: 0, last: 9 }],
  ['bytes=90-', { first: 90, last: 99 }],
  ['bytes=90-5000', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-500', { first: 0, last: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-0', null],
  ['bytes=-', null],
  ['bytes=0-1,5-6', null],
  ['lines=0-1', null],
])('findRange reads %s of 100 bytes', (range, part) => {
  expect(of(range)).toEqual(part)
})

test('findRange returns the whole file for an If-Range of another version', () => {
  expect(of('bytes=0-9', '"a"')).toEqual({ first: 0, last: 9 })
  expect(of('bytes=0-9', '"b"')).toBeNull()
})
