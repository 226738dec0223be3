import { expect, test } from 'vitest'
import { serviceAddress } from './service-address.ts'

test.each([
  'ai-automation',
  'website-development',
  'custom-apps',
  'local-seo',
  'strategic-consulting',
  'social-media',
])('serviceAddress leads %s to its own page', (id) => {
  expect(serviceAddress(id)).toBe(`/services/${id}`)
})

test.each(['print-design', '', 'toString'])(
  'serviceAddress leads the unknown id "%s" to the contact page',
  (id) => {
    expect(serviceAddress(id)).toBe('/contact')
  },
)
