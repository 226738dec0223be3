import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DatabaseError, type Database, type Row, type Transaction } from './database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'

const ACCOUNTS = `
  drop table if exists accounts, notes, empty;
  create table accounts (
    name text constraint accounts_pkey primary key,
    cents integer not null constraint cents_not_negative check (cents >= 0)
  );
  insert into accounts values ('ada', 100), ('bob', 0);`

/** Two statements that must be atomic. */
async function moveAllCents(tx: Transaction): Promise<void> {
  await tx.query(`update accounts set cents = 100 - cents where name = 'ada'`)
  await tx.query(`update accounts set cents = 100 - cents where name = 'bob'`)
}

describeBothDatabases('Database', (open, kind) => {
  let database: Database

  beforeAll(async () => {
    database = await open({ content: 'empty', statementTimeoutMs: 2000 })
  })

  beforeEach(() => database.script(ACCOUNTS))

  afterAll(() => database.close())

  const read = async (text: string, values?: unknown[]): Promise<Row[]> => {
    const { rows } = await database.transaction((tx) => tx.query(text, values), { readOnly: true })
    return rows
  }

  const ask = (...texts: string[]) => database.read(texts.map((text) => ({ text, values: [] })))

  const deposit = () =>
    database.transaction(async (tx) => {
      const { rows } = await tx.query<{ cents: number }>(
        `select cents from accounts where name = 'bob' for update`,
      )
      await tx.query(`update accounts set cents = $1 where name = 'bob'`, [(rows[0]?.cents ?? 0) + 1])
    })

  const insert = (name: string, cents: number) =>
    database.transaction((tx) => tx.query('insert into accounts values ($1, $2)', [name, cents]))

  const sleep = (seconds: number, statementTimeoutMs: number) =>
    database.transaction((tx) => tx.query('select pg_sleep($1)', [seconds]), { statementTimeoutMs })

  test('a database reports its kind', () => {
    expect(database.kind).toBe(kind)
  })

  test('snapshot shows a backup one moment, read only, while others keep writing', async () => {
    const begun = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    const work = { ended: false }
    const busy = (async () => {
      while (!work.ended) await database.transaction(moveAllCents)
    })()
    const snapshot = database.snapshot(async (tx) => {
      const count = async () => (await tx.query('select count(*), sum(cents) as cents from accounts')).rows
      const before = await count()
      begun.resolve()
      await written.promise
      const after = await count()
      await tx.query('savepoint attempt')
      await expect(tx.query('delete from accounts')).rejects.toMatchObject({ sqlState: '25006' })
      await tx.query('rollback to savepoint attempt')
      return [before, after]
    })
    await begun.promise
    await insert('cay', 5)
    work.ended = true
    await busy
    written.resolve()
    const moment = { count: 2, cents: 100 }
    expect(await snapshot).toEqual([[moment], [moment]])
    expect(await read('select count(*) from accounts')).toEqual([{ count: 3 }])
  })

  describe('transactions', () => {
    test('transactions commit their changes and return the result of their work', async () => {
      const result = await database.transaction(async (tx) => {
        await tx.query(`update accounts set cents = cents - 30 where name = 'ada'`)
        await tx.query(`update accounts set cents = cents + 30 where name = 'bob'`)
        return 'moved'
      })
      expect(result).toBe('moved')
      expect(await read('select cents from accounts order by name')).toEqual([{ cents: 70 }, { cents: 30 }])
    })

    test('transactions roll back when the work throws, and rethrow the same error', async () => {
      const mistake = new Error('changed my mind')
      const failed = database.transaction(async (tx) => {
        await tx.query('delete from accounts')
        throw mistake
      })
      await expect(failed).rejects.toBe(mistake)
      expect(await read('select count(*) from accounts')).toEqual([{ count: 2 }])
    })

    test('transactions do not commit after an ignored statement failure', async () => {
      const failed = database.transaction(async (tx) => {
        await tx.query('delete from accounts')
        await expect(tx.query('select 1 / 0')).rejects.toMatchObject({ sqlState: '22012' })
      })
      await expect(failed).rejects.toMatchObject({ sqlState: '25P02', cause: { sqlState: '22012' } })
      expect(await read('select count(*) from accounts')).toEqual([{ count: 2 }])
    })

    test('transactions continue after a rollback to a savepoint', async () => {
      await database.transaction(async (tx) => {
        await tx.query('savepoint attempt')
        await expect(tx.query('select 1 / 0')).rejects.toMatchObject({ sqlState: '22012' })
        await tx.query('rollback to savepoint attempt')
        await tx.query(`update accounts set cents = 1 where name = 'bob'`)
      })
      expect(await read(`select cents from accounts where name = 'bob'`)).toEqual([{ cents: 1 }])
    })

    test('read-only transactions reject writes', async () => {
      const failed = database.transaction((tx) => tx.query('delete from accounts'), { readOnly: true })
      await expect(failed).rejects.toMatchObject({ sqlState: '25006' })
    })

    test("transactions neither see nor lose each other's changes", async () => {
      await Promise.all(Array.from({ length: 40 }, deposit))
      expect(await read(`select cents from accounts where name = 'bob'`)).toEqual([{ cents: 40 }])
    })

    test('settings of one transaction do not leak into the next', async () => {
      await database
        .transaction(async (tx) => {
          await tx.query(
            `select set_config('role', 'service_role', true), set_config('request.method', 'GET', true)`,
          )
        })
        .catch(() => undefined)
      const [row] = await read(
        `select current_user = session_user as own, current_setting('request.method', true) as method`,
      )
      expect(row).toEqual({ own: true, method: expect.toSatisfy((value) => value === null || value === '') })
    })

    test('concurrent statements of one transaction run in order', async () => {
      const counts = await database.transaction((tx) =>
        Promise.all(
          [1, 2, 3].map(() =>
            tx.query(`update accounts set cents = cents + 1 where name = 'bob' returning cents`),
          ),
        ),
      )
      expect(counts.map(({ rows }) => rows[0])).toEqual([{ cents: 1 }, { cents: 2 }, { cents: 3 }])
    })

    test('nested transactions are rejected instead of deadlocking', async () => {
      const nested = database.transaction(() => database.transaction((tx) => tx.query('select 1')))
      await expect(nested).rejects.toThrow('inside a transaction')
      expect(await read('select 1 as one')).toEqual([{ one: 1 }])
    })

    test('a transaction cannot be used after its end', async () => {
      const tx = await database.transaction(async (open) => open)
      await expect(tx.query('select 1')).rejects.toMatchObject({ sqlState: '25P01' })
    })
  })

  describe('statements that only read, sent at once', () => {
    test('read runs statements in one transaction and leaves no settings behind', async () => {
      const answers = await database.read([
        { text: `select set_config('test.word', $1, true)`, values: ['tide'] },
        { text: `select current_setting('test.word') as word, $1::int as number`, values: [7] },
      ])
      expect(answers[1]).toMatchObject({
        status: 'fulfilled',
        value: { rows: [{ word: 'tide', number: 7 }] },
      })
      const [later] = await ask(`select nullif(current_setting('test.word', true), '') as word`)
      expect(later).toMatchObject({ status: 'fulfilled', value: { rows: [{ word: null }] } })
    })

    test('read rejects statements that write', async () => {
      const [refused] = await ask('delete from accounts')
      expect(refused).toMatchObject({ status: 'rejected', reason: { sqlState: '25006' } })
      expect(await read('select count(*) from accounts')).toEqual([{ count: 2 }])
    })

    test('read returns results up to the first failure', async () => {
      const answers = await ask('select 1 as one', 'select 1 / 0', 'select 2')
      expect(answers).toMatchObject([
        { status: 'fulfilled', value: { rows: [{ one: 1 }] } },
        { status: 'rejected', reason: { sqlState: '22012' } },
        { status: 'rejected', reason: { sqlState: '25P02' } },
      ])
      expect(await read('select count(*) from accounts')).toEqual([{ count: 2 }])
    })

    test('read sees the current table when a statement is repeated after a migration', async () => {
      const all = { text: 'select * from accounts where name = $1', values: ['ada'] }
      const before = await database.read([all])
      await database.script('alter table accounts add column note text')
      await database.read([all])
      const [after] = await database.read([all])
      await database.script('alter table accounts drop column note')
      expect(before).toMatchObject([{ status: 'fulfilled', value: { rows: [{ name: 'ada' }] } }])
      expect(after).toMatchObject({ status: 'fulfilled', value: { rows: [{ name: 'ada', note: null }] } })
    })

    test('read runs more different statements than stay prepared, each with its own values', async () => {
      for (let round = 0; round < 2; round += 1) {
        for (let n = 0; n < 220; n += 1) {
          const [answer] = await database.read([{ text: `select $1::int + ${n} as sum`, values: [round] }])
          expect(answer).toMatchObject({ status: 'fulfilled', value: { rows: [{ sum: round + n }] } })
        }
      }
    })

    test('concurrent reads do not mix their settings', async () => {
      const words = Array.from({ length: 40 }, (_, n) => `word ${n}`)
      const read = words.map((word) =>
        database.read([
          { text: `select set_config('test.word', $1, true)`, values: [word] },
          { text: `select current_setting('test.word') as word`, values: [] },
        ]),
      )
      const answers = await Promise.all(read)
      expect(answers.map(([, told]) => told)).toMatchObject(
        words.map((word) => ({ status: 'fulfilled', value: { rows: [{ word }] } })),
      )
    })

    test('read ends with 57014 when a statement times out, and the database recovers', async () => {
      const [ended] = await database.read([{ text: 'select pg_sleep(60)', values: [] }], {
        statementTimeoutMs: 300,
      })
      expect(ended).toMatchObject({ status: 'rejected', reason: { sqlState: '57014' } })
      expect(await read('select count(*) from accounts')).toEqual([{ count: 2 }])
    })
  })

  describe('failures', () => {
    test('a DatabaseError carries the SQLSTATE and the constraint', async () => {
      const duplicate: unknown = await insert('ada', 1).catch((error: unknown) => error)
      expect(duplicate).toBeInstanceOf(DatabaseError)
      expect(duplicate).toMatchObject({
        sqlState: '23505',
        constraint: 'accounts_pkey',
        detail: 'Key (name)=(ada) already exists.',
      })
      await expect(insert('eve', -1)).rejects.toMatchObject({
        sqlState: '23514',
        constraint: 'cents_not_negative',
      })
    })

    test("a DatabaseError carries the statement's hint", async () => {
      await expect(read('select cent from accounts')).rejects.toMatchObject({
        sqlState: '42703',
        hint: expect.stringContaining('accounts.cents'),
        constraint: null,
      })
    })

    test('several statements in one query are rejected', async () => {
      await expect(read('select 1; select 2')).rejects.toMatchObject({ sqlState: '42601' })
    })

    test('text with a zero byte is rejected', async () => {
      await expect(read('select $1::text', ['a\0b'])).rejects.toMatchObject({ sqlState: '22021' })
    })

    test("a value of the wrong type is rejected with PostgreSQL's own error", async () => {
      await expect(read('select $1::boolean', ['perhaps'])).rejects.toMatchObject({ sqlState: '22P02' })
      await expect(read('select $1::timestamptz', [7])).rejects.toMatchObject({ sqlState: '22007' })
    })
  })

  describe('values', () => {
    test('values are bound, never interpolated', async () => {
      const name = `'); drop table accounts; -- $1 \\ " é 👩‍🚀`
      expect(await read('select $1::text as name', [name])).toEqual([{ name }])
    })

    test.each([
      ['null', null, 'text', null],
      ['a missing value', undefined, 'text', null],
      ['an empty text', '', 'text', ''],
      ['a boolean', true, 'boolean', true],
      ['an integer', -7, 'integer', -7],
      ['a fraction', 0.1, 'double precision', 0.1],
      ['a bigint', 9007199254740993n, 'bigint', '9007199254740993'],
      ['a date', new Date('2026-11-20T09:30:00.250Z'), 'timestamptz', '2026-11-20T09:30:00.25+00:00'],
      ['bytes', new Uint8Array([0, 1, 255]), 'bytea', new Uint8Array([0, 1, 255])],
      ['an object', { a: [1, null, 'x'], b: { c: true } }, 'jsonb', { a: [1, null, 'x'], b: { c: true } }],
      ['a list as json', JSON.stringify([1, 'two']), 'jsonb', [1, 'two']],
      [
        'a list of text',
        ['a', null, 'NULL', '', 'b "c", {d} \\'],
        'text[]',
        ['a', null, 'NULL', '', 'b "c", {d} \\'],
      ],
      [
        'nested lists',
        [
          [1, 2],
          [3, 4],
        ],
        'integer[]',
        [
          [1, 2],
          [3, 4],
        ],
      ],
      ['an empty list', [], 'uuid[]', []],
    ])('values of %s are passed and returned', async (_, value, type, expected) => {
      expect(await read(`select $1::${type} as value`, [value])).toEqual([{ value: expected }])
    })

    test.each([
      ['smallint', '7', 7],
      ['bigint', '9007199254740991', 9007199254740991],
      ['numeric', '10.50', '10.50'],
      ['real', '1.5', 1.5],
      ['date', '2026-11-20', '2026-11-20'],
      ['time', '09:30', '09:30:00'],
      ['interval', '90 minutes', '01:30:00'],
      ['timestamp', '2026-11-20 09:30:00', '2026-11-20T09:30:00'],
      ['timestamptz', '2026-11-20 09:30:00.123456-05', '2026-11-20T14:30:00.123456+00:00'],
      ['timestamptz', 'infinity', 'infinity'],
      ['uuid', 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
      ['json', '{"a": 1}', { a: 1 }],
      ['jsonb', 'null', null],
      ['varchar', 'x', 'x'],
      ['char(3)', 'x', 'x  '],
      ['inet', '2001:db8::1', '2001:db8::1'],
      ['boolean', 'no', false],
      ['timestamptz[]', '{2026-11-20 09:30:00+00,NULL}', ['2026-11-20T09:30:00+00:00', null]],
      ['jsonb[]', '{"{\\"a\\": \\"}\\"}"}', [{ a: '}' }]],
      ['integer[]', '[0:1]={1,2}', [1, 2]],
    ])('columns of type %s round-trip', async (type, text, expected) => {
      expect(await read(`select '${text}'::${type} as value`)).toEqual([{ value: expected }])
    })

    test('function values are rejected', async () => {
      await expect(read('select $1::text', [() => 1])).rejects.toThrow(TypeError)
    })

    test('rowCount counts affected rows', async () => {
      const counts = await database.transaction(async (tx) => [
        (await tx.query('update accounts set cents = cents + 1')).rowCount,
        (await tx.query(`delete from accounts where name = 'nobody'`)).rowCount,
        (await tx.query('select from accounts')).rowCount,
        (await tx.query('create table empty ()')).rowCount,
      ])
      expect(counts).toEqual([2, 0, 2, 0])
    })
  })

  describe('a statement that runs too long', () => {
    test('a statement timeout rejects with 57014, rolls back, and leaves the database usable', async () => {
      const slow = database.transaction(async (tx) => {
        await tx.query('delete from accounts')
        await tx.query('select pg_sleep(60)')
      })
      const waiting = read('select count(*) from accounts')
      await expect(slow).rejects.toMatchObject({ sqlState: '57014' })
      expect(await waiting).toEqual([{ count: 2 }])
    })

    test('a transaction may set its own statement timeout', async () => {
      await expect(sleep(60, 200)).rejects.toMatchObject({ sqlState: '57014' })
      await expect(sleep(2.5, 20_000)).resolves.toMatchObject({ rowCount: 1 })
    })

    test('a long statement does not block the event loop', async () => {
      let ticks = 0
      const ticking = setInterval(() => (ticks += 1), 10)
      await expect(read('select pg_sleep(60)')).rejects.toMatchObject({ sqlState: '57014' })
      clearInterval(ticking)
      // A blocked loop would not tick at all; otherwise the number depends on the machine.
      expect(ticks).toBeGreaterThan(5)
    })
  })

  describe('notifications', () => {
    test('notifications arrive after the commit, with their payload, only on their channel', async () => {
      const received: string[] = []
      await database.listen('Orders', (payload) => received.push(payload))
      await database.listen('other', () => received.push('wrong channel'))
      await database.transaction(async (tx) => {
        await tx.query(`select pg_notify('Orders', 'first')`)
        await tx.query('select pg_sleep(0.05)')
        expect(received).toEqual([])
      })
      await vi.waitFor(() => expect(received).toEqual(['first']), 10_000)
    })

    test('notifications of a rolled-back transaction never arrive', async () => {
      const received: string[] = []
      await database.listen('orders', (payload) => received.push(payload))
      const failed = database.transaction(async (tx) => {
        await tx.query(`select pg_notify('orders', 'undone')`)
        throw new Error('no')
      })
      await expect(failed).rejects.toThrow('no')
      await database.transaction((tx) => tx.query(`select pg_notify('orders', 'done')`))
      await vi.waitFor(() => expect(received).toEqual(['done']), 10_000)
    })

    test('unlisten stops notifications for that listener only', async () => {
      const first: string[] = []
      const second: string[] = []
      const stop = await database.listen('orders', (payload) => first.push(payload))
      await database.listen('orders', (payload) => second.push(payload))
      await stop()
      await stop()
      await database.transaction((tx) => tx.query(`select pg_notify('orders', '1')`))
      await vi.waitFor(() => expect(second).toEqual(['1']), 10_000)
      expect(first).toEqual([])
    })

    test('notifications still arrive after a statement timeout', async () => {
      const received: string[] = []
      await database.listen('orders', (payload) => received.push(payload))
      await expect(read('select pg_sleep(60)')).rejects.toMatchObject({ sqlState: '57014' })
      await database.transaction((tx) => tx.query(`select pg_notify('orders', 'again')`))
      await vi.waitFor(() => expect(received).toEqual(['again']), 10_000)
    })
  })

  test('outsideTransactions runs a statement that PostgreSQL refuses in a transaction', async () => {
    await expect(database.script('vacuum accounts')).rejects.toMatchObject({ sqlState: '25001' })
    await database.outsideTransactions('vacuum accounts')
    await expect(database.outsideTransactions('vacuum nothing')).rejects.toMatchObject({ sqlState: '42P01' })
    await expect(database.transaction(() => database.outsideTransactions('vacuum accounts'))).rejects.toThrow(
      'inside a transaction',
    )
    expect(await read('select count(*) > 0 as there from accounts')).toEqual([{ there: true }])
  })

  describe('scripts', () => {
    test('script runs several statements', async () => {
      await database.script(`create table notes (id integer); insert into notes values (1), (2); -- the end`)
      expect(await read('select count(*) from notes')).toEqual([{ count: 2 }])
    })

    test('script rolls back when one statement fails', async () => {
      await expect(database.script('create table notes (); select 1 / 0')).rejects.toMatchObject({
        sqlState: '22012',
      })
      expect(await read(`select to_regclass('notes') is null as absent`)).toEqual([{ absent: true }])
    })
  })
})

describeBothDatabases('A database being closed', (open) => {
  test('close finishes running transactions and rejects new ones', async () => {
    const database = await open({ content: 'empty' })
    const begun = [1, 2, 3].map((number) =>
      database.transaction(async (tx) => {
        await tx.query('select pg_sleep(0.05)')
        return number
      }),
    )
    const closed = database.close()
    await expect(database.transaction((tx) => tx.query('select 1'))).rejects.toMatchObject({
      sqlState: '57P01',
    })
    await expect(database.listen('orders', () => undefined)).rejects.toMatchObject({ sqlState: '57P01' })
    expect(await Promise.all(begun)).toEqual([1, 2, 3])
    await closed
    await database.close()
  })
})

describeBothDatabases('Database with too many waiting', (open) => {
  test('a full transaction queue rejects at once with 53300 and serves the others', async () => {
    const database = await open({ content: 'empty', queueLimit: 5 })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, () => database.transaction((tx) => tx.query('select pg_sleep(0.02)'))),
    )
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused.length).toBeGreaterThan(20)
    expect(refused.length).toBeLessThan(40)
    for (const { reason } of refused) expect(reason).toMatchObject({ sqlState: '53300' })
    const afterwards = await database.transaction((tx) => tx.query('select 1 as one'))
    expect(afterwards.rows).toEqual([{ one: 1 }])
    await database.close()
  })
})

describeBothDatabases('A transaction left idle by its caller', (open) => {
  test('an idle transaction is rolled back with 25P03 and does not block the others', async () => {
    const database = await open({ content: 'empty', idleTimeoutMs: 300 })
    await database.script(ACCOUNTS)
    const forgotten = database.transaction(async (tx) => {
      await tx.query('delete from accounts')
      await new Promise(() => undefined)
    })
    await expect(forgotten).rejects.toMatchObject({ sqlState: '25P03' })
    const { rows } = await database.transaction((tx) => tx.query('select count(*) from accounts'))
    expect(rows).toEqual([{ count: 2 }])
    await database.close()
  })

  test('a transaction does not count as idle while the main thread is blocked', async () => {
    const database = await open({ content: 'empty', idleTimeoutMs: 300 })
    await database.script(ACCOUNTS)
    await database.transaction(async (tx) => {
      await tx.query(`update accounts set cents = 7 where name = 'bob'`)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
      // Lets timers run in between.
      await new Promise(setImmediate)
      await new Promise(setImmediate)
    })
    const { rows } = await database.transaction((tx) =>
      tx.query('select cents from accounts where cents = 7'),
    )
    expect(rows).toHaveLength(1)
    await database.close()
  })
})
