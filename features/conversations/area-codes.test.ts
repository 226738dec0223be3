import { assert, constantFrom, date, property } from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { parseAreaCode, isPlaced, findTimeZones } from './area-codes.ts'
import { nextTextingTime } from './send-rules.ts'

const codes = Array.from({ length: 800 }, (_, index) => String(200 + index))

/** Codes of places (not toll-free, not personal) in the fifty states, the District of Columbia and Puerto Rico, as libphonenumber knows them. */
const american = codes.filter((code) => {
  const number = parsePhoneNumberFromString(`+1${code}2345678`)
  if (number?.isValid() !== true || number.getType() !== 'FIXED_LINE_OR_MOBILE') return false
  return number.country === 'US' || number.country === 'PR'
})
const unplaced = codes.filter((code) => parseAreaCode(`+1${code}2345678`) !== null && !isPlaced(code))

test('every area code of the states, the District and Puerto Rico is placed', () => {
  expect(american.length).toBeGreaterThan(330)
  expect(american.filter((code) => !isPlaced(code))).toEqual([])
  expect(american.filter((code) => parseAreaCode(`+1${code}2345678`) === null)).toEqual([])
})

type Placed = [code: string, zones: string[]]

// From resources/timezones/map_data.txt of libphonenumber, where exchanges of one code lie in different zones.
describe('area codes that lie in two zones suit both', () => {
  const inZones = (codes: string, zones: string[]) => codes.split(' ').map((code): Placed => [code, zones])
  test.each<Placed>([
    ...inZones('219 270 364 423 574 606 812 930 850 906', ['America/New_York', 'America/Chicago']),
    ...inZones('308 605 620 701 785', ['America/Chicago', 'America/Denver']),
    ...inZones('208 541 775 986', ['America/Denver', 'America/Los_Angeles']),
    ...inZones('928', ['America/Denver', 'America/Phoenix']),
  ])('%s', (code, zones) => {
    expect(new Set(findTimeZones(code))).toEqual(new Set(zones))
  })
})

test('a number nobody can place waits until a text would suit every number that can be', () => {
  expect(unplaced).toContain('800')
  const moment = date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
  assert(
    property(constantFrom(...unplaced), constantFrom(...american), moment, (unknown, known, now) => {
      const when = nextTextingTime(unknown, now)
      expect(nextTextingTime(known, when)).toEqual(when)
    }),
    { seed: 1, numRuns: 300 },
  )
})
