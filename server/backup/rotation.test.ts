import { expect, test } from 'vitest'
import { nightlyName, outdatedBackups } from './rotation.ts'

const DAY_MS = 86_400_000
const nightAfter = (start: string, days: number) =>
  new Date(Date.parse(start) + days * DAY_MS).toISOString().slice(0, 10)

test('seven nights and the first of four weeks before are kept, however long it runs', () => {
  let files: string[] = ['requested.backup', 'notes.txt']
  for (let night = 0; night < 100; night += 1) {
    files.push(nightlyName(nightAfter('2026-11-02', night)))
    const outdated = outdatedBackups(files)
    files = files.filter((name) => !outdated.includes(name))
  }
  // 2026-11-02 is a Monday; the last of the hundred nights is Tuesday, 2027-02-09.
  expect(files).toEqual([
    'requested.backup',
    'notes.txt',
    ...['2027-01-11', '2027-01-18', '2027-01-25', '2027-02-01'].map(nightlyName),
    ...['03', '04', '05', '06', '07', '08', '09'].map((day) => nightlyName(`2027-02-${day}`)),
  ])
})

test('nights without a backup shorten nothing', () => {
  const nights = ['2026-09-01', '2026-10-01', ...[1, 2, 3, 4, 5, 6, 7].map((day) => `2026-11-0${day}`)]
  expect(outdatedBackups(nights.map(nightlyName))).toEqual([])
})
