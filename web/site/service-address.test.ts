import { expect, test } from 'vitest'
import { serviceAddress } from './service-address.ts'

test.each([
  'ai-automation',
  'website-development',
  'custom-apps',
  'local-seo',
  'strategic-consulting',
  'social-media',
])('%s has a page of its own', (id) => {
  expect(serviceAddress(id)).toBe(`/services/${id}`)
})

test.each(['print-design', '', 'toString'])('anything else leads to contact: "%s"', (id) => {
  expect(serviceAddress(id)).toBe('/contact')
})
