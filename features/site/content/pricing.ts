import { site } from '../../../site.config.ts'

/** Four ways to start. No prices: each job is quoted after measuring. */
export const ways: readonly {
  name: string
  text: string
  terms: string
  action: string
  to: string
  /** Beginning of the message in the contact form. */
  message?: string
}[] = [
  {
    name: 'Strategy call',
    text: 'A free conversation about where you are headed. You leave with a short list, whether or not you hire us.',
    terms: 'Free',
    action: 'Book a call',
    to: '/schedule',
  },
  {
    name: 'Custom quote',
    text: 'A written scope with a price for each part. Nothing starts until you approve it.',
    terms: `Reply ${site.response.guaranteed}`,
    action: 'Ask for a quote',
    to: '/contact',
    message: 'Please send me a quote for ',
  },
  {
    name: 'Flexible packages',
    text: 'Website, automation and local search in the mix you need. Month to month, no long-term contract.',
    terms: 'Any size',
    action: 'See the services',
    to: '/services',
  },
  {
    name: 'Early-access pricing',
    text: 'A lower rate for founder-led teams who are willing to start small and tell us what is missing.',
    terms: 'Founder-led',
    action: 'Ask for the rate',
    to: '/contact',
    message: 'I am asking about early-access pricing. We are ',
  },
]

/** Six things included in every job. */
export const expectations: readonly { name: string; text: string }[] = [
  { name: 'AI-powered, mobile-optimized websites', text: 'Fast on a phone at the end of a pier.' },
  {
    name: 'Built-in SEO, analytics and secure hosting',
    text: 'Included, and explained in plain English.',
  },
  { name: 'CRM, automation and lead capture', text: 'Every inquiry lands in one list.' },
  { name: 'AI-generated monthly blogs', text: 'Drafted by machine, approved by you.' },
  { name: 'Strategy consultation and onboarding', text: 'We sit down before we build.' },
  {
    name: 'Optional eCommerce and enterprise features',
    text: 'Add them when you need them.',
  },
]

/** Eight questions, lettered A to H. */
export const questions: readonly { question: string; answer: string }[] = [
  {
    question: 'How long does a website take?',
    answer:
      'Simple websites take 2 to 3 weeks. Custom apps and automations take 4 to 8 weeks, depending on how many systems they touch.',
  },
  {
    question: 'How soon can you start?',
    answer:
      'Work starts within 1 to 3 business days after approval. You approve a written scope first, so you know what we will be starting on.',
  },
  {
    question: 'Is there a long-term contract?',
    answer:
      'No. There are no long-term contracts. Support is month-to-month: keep it while it earns its place, and stop when it does not.',
  },
  {
    question: 'Is hosting included?',
    answer:
      'Yes. Hosting is included in the price we quote, with the security it needs, so there is no second bill to look for.',
  },
  {
    question: 'What does the free consultation cover?',
    answer:
      'Where you are headed, what is in the way, and the one or two things worth doing first. You leave with a short list, whether or not you hire us.',
  },
  {
    question: `Do you work outside the ${site.place.city} area?`,
    answer: `Yes. We are at home in ${formatList(site.cities)}, and we work with clients nationwide by phone and video.`,
  },
  {
    question: 'Can you take over an existing site?',
    answer:
      'Usually. We read the site, its hosting and its search rankings first, then tell you in writing what to keep, what to fix and what to rebuild.',
  },
  {
    question: 'Who writes the content?',
    answer:
      'We draft it, with AI where that helps, from a conversation with you. You approve every word before it is published, monthly blogs included.',
  },
]

function formatList(names: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(names)
}
