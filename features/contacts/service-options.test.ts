import { expect, test } from 'vitest'
import type { ServiceId } from '../../site.config.ts'
import { listServiceOptions } from './service-options.ts'

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
