import { expect, test } from 'vitest'
import { sizeOfText } from './sms-segments.ts'

test.each([
  ['', 'GSM-7', 0, 0, 160],
  ['a'.repeat(160), 'GSM-7', 160, 1, 0],
  ['a'.repeat(161), 'GSM-7', 161, 2, 145],
  ['a'.repeat(306), 'GSM-7', 306, 2, 0],
  ['a'.repeat(307), 'GSM-7', 307, 3, 152],
  ['€'.repeat(80), 'GSM-7', 80, 1, 0],
  ['€'.repeat(81), 'GSM-7', 81, 2, 143],
  // 76 pairs fill 152 of 153 units; the 77th cannot be split.
  ['€'.repeat(153), 'GSM-7', 153, 3, 151],
  ['é@£\n', 'GSM-7', 4, 1, 156],
  ['“Hello”', 'UCS-2', 7, 1, 63],
  ['ç', 'UCS-2', 1, 1, 69],
  ['—'.repeat(70), 'UCS-2', 70, 1, 0],
  ['—'.repeat(71), 'UCS-2', 71, 2, 63],
  ['—'.repeat(134), 'UCS-2', 134, 2, 0],
  ['—'.repeat(135), 'UCS-2', 135, 3, 66],
  ['🌊'.repeat(35), 'UCS-2', 70, 1, 0],
  ['🌊'.repeat(36), 'UCS-2', 72, 2, 61],
  // 33 pairs fill 66 of 67 units.
  ['🌊'.repeat(67), 'UCS-2', 134, 3, 65],
] as const)(
  'sizeOfText of %j: %s, %i characters, %i parts, %i units left',
  (text, encoding, length, parts, left) => {
    expect(sizeOfText(text)).toEqual({ length, encoding, parts, left })
  },
)
