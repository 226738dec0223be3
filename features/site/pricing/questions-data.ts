import { questions } from '../content/pricing.ts'
import { breadcrumbs } from '../../../web/site/breadcrumbs.ts'
import type { StructuredData } from '../../../web/site/json-ld.tsx'

/** The page's questions and answers for search engines. */
export function questionsData(siteUrl: string): StructuredData {
  return {
    '@graph': [
      breadcrumbs(siteUrl, { name: 'Pricing', path: '/pricing' }),
      {
        '@type': 'FAQPage',
        mainEntity: questions.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    ],
  }
}
