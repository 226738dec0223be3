import { expect, test } from 'vitest'
import { beforeRestoreName, nightlyFileName, listOutdatedBackups } from './prune-backups.ts'

const DAY_MS = 86_400_000
const nightAfter = (start: string, days: number) =>
  new Date(Date.parse(start) + days * DAY_MS).toISOString().slice(0, 10)

test('pruning keeps seven nights and the first of each of four weeks before', () => {
  let files: string[] = ['requested.backup', 'notes.txt']
  for (let night = 0; night < 100; night += 1) {
    files.push(nightlyFileName(nightAfter('2026-11-02', night)))
    const outdated = listOutdatedBackups(files)
    files = files.filter((name) => !outdated.includes(name))
  }
  // 2026-11-02 is a Monday; the last of the hundred nights is Tuesday, 2027-02-09.
  expect(files).toEqual([
    'requested.backup',
    'notes.txt',
    ...['2027-01-11', '2027-01-18', '2027-01-25', '2027-02-01'].map(nightlyFileName),
    ...['03', '04', '05', '06', '07', '08', '09'].map((day) => nightlyFileName(`2027-02-${day}`)),
  ])
})

test('pruning removes replaced databases after five weeks, like the oldest nightly backups', () => {
  const replaced = ['2026-10-01', '2026-11-06', '2026-11-07'].map((day) =>
    beforeRestoreName(new Date(`${day}T12:30:00Z`)),
  )
  expect(replaced[0]).toBe('before-restore-2026-10-01T12-30-00.000Z.backup')
  expect(listOutdatedBackups([...replaced, nightlyFileName('2026-12-12')])).toEqual(replaced.slice(0, 2))
  expect(listOutdatedBackups(replaced)).toEqual([])
})

test('pruning does not count nights without a backup', () => {
  const nights = ['2026-09-01', '2026-10-01', ...[1, 2, 3, 4, 5, 6, 7].map((day) => `2026-11-0${day}`)]
  expect(listOutdatedBackups(nights.map(nightlyFileName))).toEqual([])
})
