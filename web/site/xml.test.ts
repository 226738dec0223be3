import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { xmlText } from './xml.ts'

test('xmlText escapes markup characters', () => {
  expect(xmlText(`<a href="x">Tom & Jerry's</a>`)).toBe(
    '&lt;a href=&quot;x&quot;&gt;Tom &amp; Jerry&apos;s&lt;/a&gt;',
  )
})

test('xmlText removes only characters that XML forbids', () => {
  expect(xmlText('a\u0000b\u001Fc\uFFFEd\tf\n🌊é')).toBe('abcd\tf\n🌊é')
  expect(xmlText('half \uD83C')).toBe('half \uFFFD')
})

test('xmlText never returns text that starts or ends markup', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(xmlText(text)).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|apos);)/)
    }),
  )
})
