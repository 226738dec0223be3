import { expect, test } from 'vitest'
import { DatabaseError } from '../../platform/database/database.ts'
import { describeError, redactPii } from './log.ts'

test.each([
  [
    'duplicate key: Key (email)=(dana@example.com) already exists',
    'duplicate key: Key (email)=(…@…) already exists',
  ],
  ['invalid input syntax for type uuid: "Dana Whitfield"', 'invalid input syntax for type uuid: "…"'],
  ['connect to postgres://owner:secret@db:5432/site', 'connect to postgres://…@db:5432/site'],
  ['no route to +19105550142 or (910) 555-0142', 'no route to +… or +…'],
  ['bearer eyJhbGciOi.eyJyb2xlIjo.c2ln was refused', 'bearer … was refused'],
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
])('redactPii removes personal data from: %s', (message, logged) => {
  expect(redactPii(message)).toBe(logged)
})

test("an error is logged with code, location and cause, without the driver's fields", () => {
  const cause = Object.assign(new Error('duplicate key'), {
    detail: 'Key (email)=(dana@example.com)',
    code: '23505',
  })
  const error = new DatabaseError('refused', {
    sqlState: '23505',
    detail: 'Failing row contains (Dana Whitfield)',
    constraint: 'people_email_key',
    cause,
  })
  const described = describeError(error)
  expect(described).toMatchObject({
    type: 'DatabaseError',
    code: '23505',
    constraint: 'people_email_key',
    message: 'refused',
    cause: { type: 'Error', code: '23505', message: 'duplicate key' },
  })
  expect(described.stack).toContain('log.test.ts')
  expect(JSON.stringify(described)).not.toMatch(/dana|whitfield/i)
})
