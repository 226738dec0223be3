import { services, type Flag, type ServiceId } from '../../../site.config.ts'
import { capitalize } from '../../../web/ui/capitalize.ts'

const labels: Partial<Record<Flag, string>> = { O: 'Websites & Brand' }

const work: Record<ServiceId, string> = {
  'ai-automation': 'AI automation',
  'website-development': 'websites',
  'custom-apps': 'custom apps',
  'local-seo': 'local search',
  'strategic-consulting': 'strategic advice',
  'social-media': 'social media',
}

/** `AI automation, websites and custom apps`: what the first three services make. */
export const heroWork = capitalize(
  new Intl.ListFormat('en-GB').format(services.slice(0, 3).map(({ id }) => work[id])),
)

/** The first three services, for the foot of the chart. */
export const chips: readonly { flag: Flag; label: string }[] = services
  .slice(0, 3)
  .map(({ flag, shortName }) => ({ flag, label: labels[flag] ?? shortName }))

export const audiences: readonly {
  hull: 'skiff' | 'sloop' | 'cutter' | 'schooner'
  name: string
  text: string
}[] = [
  {
    hull: 'skiff',
    name: 'Local businesses',
    text: 'Shops, trades and clinics that live on being found nearby. A quick site, a complete business profile, a phone that rings.',
  },
  {
    hull: 'sloop',
    name: 'Professional services',
    text: 'Law, accounting, medical and design practices. Intake, scheduling and follow-up that run without another hire.',
  },
  {
    hull: 'cutter',
    name: 'Startups and entrepreneurs',
    text: 'A brand, a product and the first hundred customers. Early-access pricing for founder-led teams.',
  },
  {
    hull: 'schooner',
    name: 'Established enterprises',
    text: 'Portals, dashboards and integrations that sit alongside the systems your people already trust.',
  },
]
