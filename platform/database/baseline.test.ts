import { describe, expect, test } from 'vitest'
import { BASELINES, findMismatches, findMissing, readBaseline, withBaseline } from './baseline.ts'

describe.each(['own', 'hosted'] as const)('the baseline of a database (%s)', (platform) => {
  test('takes the place of all migrations it replaces, and leaves later ones in the list', async () => {
    const baseline = await readBaseline(BASELINES[platform])
    const later = { version: '20270101000000', name: 'later', checksum: 'x' }
    expect(withBaseline([...baseline.replaces, later], [baseline])).toEqual([baseline, later])
    const long = [...baseline.earlier, ...baseline.replaces, later]
    expect(withBaseline(long, [baseline])).toEqual([baseline, later])
    const marked = [{ version: baseline.version, checksum: baseline.checksum }, later]
    expect(withBaseline([...baseline.replaces, ...marked], [baseline])).toEqual(marked)
    expect(findMismatches(marked, [baseline])).toEqual([{ reason: 'newer', migration: later }])
  })

  test('does not replace a list that was cut short anywhere or lacks one migration', async () => {
    const baseline = await readBaseline(BASELINES[platform])
    const { replaces, earlier } = baseline
    expect(replaces[0]?.version).toBe('0000')
    expect(replaces).toHaveLength(40)
    expect(earlier.length).toBeGreaterThan(70)
    const lists = replaces.flatMap((_, place) => [replaces.slice(0, place + 1), replaces.toSpliced(place, 1)])
    const incomplete = [...lists, earlier, ...lists.map((list) => [...earlier, ...list])]
    for (const list of incomplete.filter((rows) => !replaces.every((one) => rows.includes(one)))) {
      expect(withBaseline(list, [baseline])).toEqual(list)
      const reasons = findMismatches(list, [baseline]).map(({ reason }) => reason)
      expect(reasons).toEqual(list.map(() => 'incomplete'))
    }
  })

  test('a list that lacks any of the migrations is completed, and one without their start is not', async () => {
    const baseline = await readBaseline(BASELINES[platform])
    const { replaces, earlier } = baseline
    expect(findMissing(earlier, [baseline])).toEqual(replaces)
    for (const count of replaces.keys().drop(1)) {
      const missing = replaces.slice(count)
      expect(findMissing(replaces.slice(0, count), [baseline])).toEqual(missing)
      expect(findMissing([...earlier, ...replaces.slice(0, count)], [baseline])).toEqual(missing)
      expect(findMissing(replaces.toSpliced(count, 1), [baseline])).toEqual([replaces[count]])
    }
    const later = { version: '20270101000000', checksum: 'x' }
    for (const list of [[], replaces, replaces.slice(1), earlier.slice(1), [...earlier, later]])
      expect(findMissing(list, [baseline])).toEqual([])
  })

  test('does not replace a list with a changed migration', async () => {
    const baseline = await readBaseline(BASELINES[platform])
    const [first, ...others] = baseline.replaces
    const list = [{ version: first?.version ?? '', checksum: 'changed' }, ...others]
    expect(withBaseline(list, [baseline])).toEqual(list)
    expect(findMismatches(list, [baseline])[0]?.reason).toBe('edited')
    const [oldest] = baseline.earlier
    const early = [{ version: oldest?.version ?? '', checksum: 'changed' }, ...baseline.replaces]
    expect(findMismatches(withBaseline(early, [baseline]), [baseline])[0]?.reason).toBe('edited')
  })
})
