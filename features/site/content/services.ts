import type { ServiceId } from '../../../site.config.ts'
import { serviceLines, type Four, type ServiceLine } from './service-lines.ts'

type Three<Item> = readonly [Item, Item, Item]

/** Contents of a service's row. */
interface Hold {
  deliverables: Four<string>
  features: Three<{ title: string; description: string; items: Four<string> }>
}

export type CatalogueEntry = ServiceLine & Hold

const holds: Record<ServiceId, Hold> = {
  'ai-automation': {
    deliverables: [
      'Map of the repeat work',
      'Working automations',
      'Staff walkthrough',
      'Monthly exceptions report',
    ],
    features: [
      {
        title: 'Answering',
        description: 'For the questions that arrive at all hours.',
        items: ['Website assistant', 'Text replies', 'Call and visit booking', 'Handover to a person'],
      },
      {
        title: 'Handling',
        description: 'For the steps between a request and an invoice.',
        items: ['Approvals', 'Reminders', 'Document drafting', 'Filing'],
      },
      {
        title: 'Reporting',
        description: 'For knowing what changed, and what to check.',
        items: ['Weekly summary', 'Forecasts', 'Alerts', 'One shared record'],
      },
    ],
  },
  'website-development': {
    deliverables: ['Site plan and words', 'Finished website', 'Logo and brand guide', 'Launch and hosting'],
    features: [
      {
        title: 'Website',
        description: 'Built for a phone first, then for the desk.',
        items: ['Mobile-first pages', 'Lead capture forms', 'Fast loading', 'Simple editing'],
      },
      {
        title: 'Brand identity',
        description: 'One look, wherever your name is read.',
        items: ['Logo', 'Color and type', 'Brand guidelines', 'Marketing materials'],
      },
      {
        title: 'After launch',
        description: 'What keeps a site working once it is live.',
        items: ['Secure hosting', 'Updates and backups', 'Search basics', 'Plain analytics'],
      },
    ],
  },
  'custom-apps': {
    deliverables: ['Process drawing', 'Clickable prototype', 'Finished app', 'Training and support'],
    features: [
      {
        title: 'Custom CRM',
        description: 'Your stages and your words, nobody else’s.',
        items: [
          'Your own sales stages',
          'Calls and texts logged',
          'Consent on record',
          'Follow-up reminders',
        ],
      },
      {
        title: 'Dashboards',
        description: 'The few numbers you act on.',
        items: ['Sales and jobs', 'Cash and costs', 'Alerts by threshold', 'Figures you can trace'],
      },
      {
        title: 'Portals',
        description: 'One door for each kind of person.',
        items: ['Client accounts', 'Staff tools', 'Documents', 'Payments and requests'],
      },
    ],
  },
  'local-seo': {
    deliverables: ['Profile audit', 'Listing clean-up', 'City pages', 'Monthly report'],
    features: [
      {
        title: 'Business profile',
        description: 'The card people read before your site.',
        items: ['Categories and services', 'Photos and posts', 'Questions answered', 'Review replies'],
      },
      {
        title: 'Local ranking',
        description: 'Where you rank when they search.',
        items: [
          'On-page structure',
          'City and service pages',
          'Directory listings',
          'Citations kept in step',
        ],
      },
      {
        title: 'Measurement',
        description: 'The proof, in calls rather than clicks.',
        items: ['Calls and directions', 'Map position by city', 'Search terms', 'Monthly summary'],
      },
    ],
  },
  'strategic-consulting': {
    deliverables: ['Findings in plain words', 'Twelve-month plan', 'Budget ranges', 'Quarterly review'],
    features: [
      {
        title: 'Direction',
        description: 'What to do first, and what to leave.',
        items: ['Goals and measures', 'Market and competitors', 'Channels', 'Priorities by quarter'],
      },
      {
        title: 'Operations',
        description: 'How the work really moves today.',
        items: ['Process mapping', 'Tool review', 'Costs and savings', 'Team training'],
      },
      {
        title: 'Foundations',
        description: 'The systems everything else stands on.',
        items: ['Infrastructure review', 'Security and backups', 'Vendor choices', 'Technology roadmap'],
      },
    ],
  },
  'social-media': {
    deliverables: ['Channel review', 'Monthly content calendar', 'Posts and replies', 'Monthly report'],
    features: [
      {
        title: 'Content',
        description: 'Made from work you are already doing.',
        items: ['Topics by month', 'Photos and captions', 'Short video', 'Your approval first'],
      },
      {
        title: 'Community',
        description: 'The half of social media that sells.',
        items: ['Comments', 'Direct messages', 'Reviews', 'Handover of inquiries'],
      },
      {
        title: 'Digital marketing',
        description: 'Paid reach, inside lines you draw.',
        items: ['Local audiences', 'Small tests first', 'Budget caps', 'Cost per inquiry'],
      },
    ],
  },
}

/** All services with their contents, in the order of `services`. */
export const catalogue: readonly CatalogueEntry[] = serviceLines.map((line) => ({
  ...line,
  ...holds[line.id],
}))
