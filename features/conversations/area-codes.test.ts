import { assert, constantFrom, date, property } from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { parseAreaCode, isKnownAreaCode, findTimeZones } from './area-codes.ts'
import { nextTextingTime } from './texting-hours.ts'

const codes = Array.from({ length: 800 }, (_, index) => String(200 + index))

/** Geographic area codes of the fifty states, DC and Puerto Rico, as libphonenumber lists them. */
const american = codes.filter((code) => {
  const number = parsePhoneNumberFromString(`+1${code}2345678`)
  if (number?.isValid() !== true || number.getType() !== 'FIXED_LINE_OR_MOBILE') return false
  return number.country === 'US' || number.country === 'PR'
})
const unplaced = codes.filter((code) => parseAreaCode(`+1${code}2345678`) !== null && !isKnownAreaCode(code))

test('findTimeZones knows every area code of the states, DC and Puerto Rico', () => {
  expect(american.length).toBeGreaterThan(330)
  expect(american.filter((code) => !isKnownAreaCode(code))).toEqual([])
  expect(american.filter((code) => parseAreaCode(`+1${code}2345678`) === null)).toEqual([])
})

type Placed = [code: string, zones: string[]]

// From resources/timezones/map_data.txt of libphonenumber: codes whose exchanges are in different zones.
describe('findTimeZones for an area code in two zones', () => {
  const inZones = (codes: string, zones: string[]) => codes.split(' ').map((code): Placed => [code, zones])
  test.each<Placed>([
    ...inZones('219 270 364 423 574 606 812 930 850 906', ['America/New_York', 'America/Chicago']),
    ...inZones('308 605 620 701 785', ['America/Chicago', 'America/Denver']),
    ...inZones('208 541 775 986', ['America/Denver', 'America/Los_Angeles']),
    ...inZones('928', ['America/Denver', 'America/Phoenix']),
  ])('area code %s is in both %j', (code, zones) => {
    expect(new Set(findTimeZones(code))).toEqual(new Set(zones))
  })
})

test('an unknown area code waits until a text would suit every zone of the states', () => {
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
