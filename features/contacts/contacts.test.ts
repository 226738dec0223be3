import { describe, expect, test } from 'vitest'
import type { ServiceId } from '../../site.config.ts'
import { consentBoxVisible, formatPhoneInput, listServiceOptions } from './contacts.ts'

describe('the phone field', () => {
  test.each([
    ['5551234567', '(555) 123-4567'],
    ['555-123-4567', '(555) 123-4567'],
    ['555 123 4567 ', '(555) 123-4567'],
    ['(555) 123-4567', '(555) 123-4567'],
    ['', ''],
    ['555', '555'],
    ['(555) 123-456', '(555) 123-456'],
    ['15551234567', '15551234567'],
    ['+1 (555) 123-4567', '+1 (555) 123-4567'],
    ['+1 910 555 014', '+1 910 555 014'],
    ['+44 1234 5678', '+44 1234 5678'],
    ['(191) 055-50142', '19105550142'],
    ['call me', 'call me'],
    ['\u202A(555) 123-4567\u202C', '(555) 123-4567'],
    ['\u202A+1 (555) 123-4567\u202C', '+1 (555) 123-4567'],
  ])('formatPhoneInput shows %j as %j', (typed, shown) => {
    expect(formatPhoneInput(typed)).toBe(shown)
  })

  test.each([
    ['', false],
    ['555123456', false],
    ['5551234567', true],
    ['(555) 123-4567', true],
  ])('consentBoxVisible for %j is %s', (value, visible) => {
    expect(consentBoxVisible(value)).toBe(visible)
  })
})

test.each<[about: string, offered: ServiceId[], options: string[]]>([
  [
    'all six services',
    [
      'social-media',
      'ai-automation',
      'website-development',
      'custom-apps',
      'local-seo',
      'strategic-consulting',
    ],
    [
      'AI Business Automation',
      'Website Development',
      'Custom Business Apps',
      'Local SEO',
      'Digital Marketing Strategy',
      'Strategic Consulting',
      'Complete Digital Transformation',
    ],
  ],
  [
    'two services',
    ['local-seo', 'custom-apps'],
    ['Custom Business Apps', 'Local SEO', 'Complete Digital Transformation'],
  ],
])(
  'the contact form of an agency with %s lists them in the order of the specification',
  (_, offered, options) => {
    expect(listServiceOptions(offered.map((id) => ({ id })))).toEqual(options)
  },
)
