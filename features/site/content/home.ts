import type { Flag } from '../../../site.config.ts'

export const chips: readonly { flag: Flag; label: string }[] = [
  { flag: 'S', label: 'AI Automation' },
  { flag: 'O', label: 'Websites & Brand' },
  { flag: 'U', label: 'Custom Apps' },
]

/** One evening on an AI-powered site; the times match the curve in `night.svg`. */
export const nightLog: readonly { time: string; event: string }[] = [
  { time: '21:40', event: 'A homeowner asks about a spring remodel.' },
  { time: '22:30', event: 'The assistant answers from your own price guide.' },
  { time: '23:18', event: 'Two questions back: which room, which month?' },
  { time: '00:36', event: 'A site visit is booked for Thursday at ten.' },
  { time: '06:30', event: 'Summary and contact are waiting in your CRM.' },
]

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
