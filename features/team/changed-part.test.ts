import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'

const LONG = 'abcdefghij'.repeat(100)
const START = 'klmnopqrst'.repeat(30)
const END = 'uvwxyz1234'.repeat(30)

describeBothDatabases('private.changed_part', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  test.each<[string, unknown, unknown, unknown, unknown]>([
    ['short texts, whole', 'Ada', 'Ada Low', 'Ada', 'Ada Low'],
    ['what is no text', 5, null, 5, null],
    ['a text where there was none', null, LONG, null, LONG],
    ['a long text that is another', START, END, START, END],
    ['what was added behind', LONG, `${LONG}END`, '…abcdefghijabcdefghij', '…abcdefghijabcdefghijEND'],
    ['what was added in front', LONG, `X${LONG}`, 'abcdefghijabcdefghij…', 'Xabcdefghijabcdefghij…'],
    [
      'what was taken out',
      `${START}-${END}`,
      START + END,
      '…klmnopqrstklmnopqrst-uvwxyz1234uvwxyz1234…',
      '…klmnopqrstklmnopqrstuvwxyz1234uvwxyz1234…',
    ],
    [
      'a letter of many bytes',
      `${START}🌊${END}`,
      `${START}⛵${END}`,
      '…klmnopqrstklmnopqrst🌊uvwxyz1234uvwxyz1234…',
      '…klmnopqrstklmnopqrst⛵uvwxyz1234uvwxyz1234…',
    ],
    [
      'what is there once more',
      LONG + LONG,
      LONG,
      `…${'abcdefghij'.repeat(2)}${LONG}`,
      '…abcdefghijabcdefghij',
    ],
  ])('changed_part: %s', async (_, before, after, old, now) => {
    const { rows } = await database.asOwner((tx) =>
      tx.query<{ part: unknown }>('select private.changed_part($1::jsonb, $2::jsonb) as part', [
        JSON.stringify(before),
        JSON.stringify(after),
      ]),
    )
    expect(rows[0]?.part).toEqual({ old, new: now })
  })
})
