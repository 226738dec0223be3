import { services } from '../../site.config.ts'
import { usePublicSettings } from '../root-data.ts'
import { JsonLd } from '../site/json-ld.tsx'
import { pageMeta } from '../site/page-meta.ts'
import { servicesData, ServicesPage } from '../../features/site/services/services-page.tsx'
import { capitalize } from '../ui/capitalize.ts'
import { spellNumber } from '../ui/spell-number.ts'
import type { Route } from './+types/services.ts'

const names = services.map(({ shortName }) => shortName)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: 'Services',
      description: `${capitalize(spellNumber(services.length))} services from one crew: ${new Intl.ListFormat('en-US').format(names)}. What each includes, row by row.`,
      path: '/services',
      keywords: ['technology services', ...names].join(', '),
    },
    matches,
  )

export default function ServicesRoute() {
  return (
    <>
      <JsonLd data={servicesData(usePublicSettings().siteUrl)} />
      <ServicesPage />
    </>
  )
}
