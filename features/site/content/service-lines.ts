import { services, type Flag, type ServiceId } from '../../../site.config.ts'

export type Four<Item> = readonly [Item, Item, Item, Item]

export interface ServiceLine {
  id: ServiceId
  title: string
  subtitle: string
  /** The service's signal flag, used in place of an icon or color. */
  flag: Flag
  keyBenefits: Four<string>
}

const words: Record<ServiceId, Pick<ServiceLine, 'subtitle' | 'keyBenefits'>> = {
  'ai-automation': {
    subtitle: 'Hand the repeat work to software.',
    keyBenefits: [
      'Chatbots and assistants',
      'Workflow automation',
      'Decision support',
      'Integration with your tools',
    ],
  },
  'website-development': {
    subtitle: 'A site and an identity drawn together.',
    keyBenefits: [
      'AI-powered, mobile first',
      'SEO and analytics built in',
      'Secure hosting included',
      'Logo and brand guidelines',
    ],
  },
  'custom-apps': {
    subtitle: 'Tools cut to your own pattern.',
    keyBenefits: [
      'A CRM shaped to your sales',
      'Dashboards worth opening',
      'Client and staff portals',
      'Live in 4 to 8 weeks',
    ],
  },
  'local-seo': {
    subtitle: 'Found first by people nearby.',
    keyBenefits: [
      'Business profile optimization',
      'Directory listings kept in step',
      'Local search ranking',
      'Nearby cities or nationwide',
    ],
  },
  'strategic-consulting': {
    subtitle: 'A plan before a purchase order.',
    keyBenefits: [
      'Digital strategy',
      'Process optimization',
      'Innovation planning',
      'IT infrastructure and security',
    ],
  },
  'social-media': {
    subtitle: 'Fewer posts, better answered.',
    keyBenefits: [
      'A calendar you can keep',
      'Comments and messages answered',
      'Paid reach with a limit',
      'Results in inquiries, not likes',
    ],
  },
}

/** Short form of the services, in the order of `services`; the home page shows the first five. */
export const serviceLines: readonly ServiceLine[] = services.map(({ id, name, flag }) => ({
  id,
  title: name,
  flag,
  ...words[id],
}))
