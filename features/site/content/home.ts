import { services, type Flag } from '../../../site.config.ts'

const labels: Partial<Record<Flag, string>> = { O: 'Websites & Brand' }

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
