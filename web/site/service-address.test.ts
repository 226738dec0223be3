import { expect, test } from 'vitest'
import { services } from '../../site.config.ts'
import { serviceAddress } from './service-address.ts'

test.each(services)('serviceAddress leads $id to its own page', ({ id }) => {
  expect(serviceAddress(id)).toBe(`/services/${id}`)
})

test.each(['print-design', '', 'toString'])(
  'serviceAddress leads the unknown id "%s" to the contact page',
  (id) => {
    expect(serviceAddress(id)).toBe('/contact')
  },
)
