import { describe, expect, test } from 'vitest'
import { searchConditions } from './contact-search.ts'

describe('searchConditions', () => {
  test('asks for nothing where nothing is searched', () => {
    expect(searchConditions('  ')).toEqual([])
  })

  test('wants every word somewhere, so that a full name is found', () => {
    expect(searchConditions('dana  whit')).toEqual([
      'first_name.ilike."%dana%",last_name.ilike."%dana%",email.ilike."%dana%",company.ilike."%dana%",service_request.ilike."%dana%"',
      'first_name.ilike."%whit%",last_name.ilike."%whit%",email.ilike."%whit%",company.ilike."%whit%",service_request.ilike."%whit%"',
    ])
  })

  test.each([
    ['50%', '"%50\\\\%%"'],
    ['a_b', '"%a\\\\_b%"'],
    ['back\\slash', '"%back\\\\\\\\slash%"'],
    ['say"hi"', '"%say\\"hi\\"%"'],
    ['a*b', '"%a_b%"'],
    ['x),id.gt.(0', '"%x),id.gt.(0%"'],
  ])('takes %s as it is', (word, pattern) => {
    expect(searchConditions(word)[0]).toMatch(`first_name.ilike.${pattern},last_name`)
  })

  test('has a limit for pasted texts', () => {
    expect(searchConditions('word '.repeat(100))).toHaveLength(8)
  })
})
