import type { ClaimId } from '../../../site.config.ts'
import type { OfferingWords, ServiceWords } from './service-words.ts'

export const aiAutomation: ServiceWords = {
  id: 'ai-automation',
  heading: 'AI business automation',
  lede: 'Software that answers, files, schedules and reports, so your people can do the work only people can do.',
  title: 'AI Business Automation',
  description:
    'Chatbots and assistants, workflow automation, decision support and integration for small and growing businesses, measured against your own rules.',
  keywords:
    'AI business automation, chatbots, AI assistants, workflow automation, decision support, systems integration',
  closing: {
    title: 'Bring us the task you would hand off first.',
    text: 'The first consultation is free. Work starts within 1 to 3 business days of your approval.',
  },
}

/** The three claims, with what each means. */
export const marks: readonly { claim: ClaimId; text: string }[] = [
  { claim: 'manualTasks', text: 'Copying, reminding and retyping that software now does.' },
  {
    claim: 'operation',
    text: '100 percent of the hours, including nights and the week everyone is at the beach.',
  },
  {
    claim: 'accuracy',
    text: 'Measured against your own rules, with a person on the exceptions.',
  },
]

export const automations: readonly (OfferingWords & { drawing: 'ping' | 'tackle' | 'fix' | 'splice' })[] = [
  {
    drawing: 'ping',
    name: 'Chatbots and assistants',
    text: 'An assistant trained on your price guide, policies and tone. It answers on the website and by text, and hands over to a person the moment it should.',
    points: [
      'Answers from your own documents',
      'Books calls and site visits',
      'Hands off with the full transcript',
    ],
  },
  {
    drawing: 'tackle',
    name: 'Workflow automation',
    text: 'The quote that becomes a job that becomes an invoice. We set the steps up once, and one small effort moves all the rest.',
    points: [
      'Approvals, reminders and follow-up',
      'Documents drafted and filed',
      'Runs on a schedule or a signal',
    ],
  },
  {
    drawing: 'fix',
    name: 'Decision support',
    text: 'We put your sales, schedule and search numbers on one sheet, and have the model say what changed and what to check.',
    points: [
      'Weekly plain-English summary',
      'Forecasts with their assumptions shown',
      'Alerts that mean something',
    ],
  },
  {
    drawing: 'splice',
    name: 'Integration and automation',
    text: 'Calendar, email, phone and accounts in one record. No retyping, no copy and paste, no second version of the truth.',
    points: ['CRM and phone-service links', 'Clean import of what you have', 'Month-to-month support'],
  },
]
