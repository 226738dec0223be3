import { expect, test } from 'vitest'
import { parseRecord } from './backup-records.ts'

test('parseRecord accepts the end record of earlier versions, with counted files or a bucket', () => {
  const tables = {}
  const files = { count: 3, sha256: null, missing: [] }
  expect(parseRecord('{"end":{"tables":{},"files":3,"filesElsewhere":null}}')).toEqual({
    end: { tables, files, filesElsewhere: null },
  })
  const elsewhere = '{"end":{"tables":{},"files":0,"filesElsewhere":"the bucket site at https://s3.example"}}'
  expect(parseRecord(elsewhere)).toMatchObject({
    end: { files: { ...files, count: 0 }, filesElsewhere: 'the bucket site at https://s3.example' },
  })
})
