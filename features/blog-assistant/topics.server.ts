import type { BlogCategory } from '../blog/slug.ts'

/** What an agency like ours has to say, for each category that has a subject. Each is a title as well as a task. */
export const topics: Record<Exclude<BlogCategory, 'general'>, readonly string[]> = {
  'ai-automation': [
    'Sorting the morning mail without reading all of it',
    'What a chat assistant should say when it does not know',
    'Reminders that cut missed appointments',
    'Turning voice messages into a task list',
    'Which paperwork to hand to software first',
    'How to check the work of an automation every Friday',
  ],
  'seo-marketing': [
    'Reviews: how to ask, when to ask, what to answer',
    'Your opening hours in every directory, corrected in one afternoon',
    'Photographs that make a business profile worth a visit',
    'One page for each town you serve',
    'What people type before they call a contractor',
    'Reading search reports in ten minutes a month',
  ],
  'custom-development': [
    'Signs that two programs should become one',
    'A customer portal for a company of nine',
    'What to write down before you order an application',
    'Moving years of records without losing a line',
    'Dashboards with five numbers instead of fifty',
    'Who looks after custom software in year three',
  ],
  'social-media': [
    'A month of posts from one day of work',
    'Answering complaints in public',
    'Choosing the one network your customers use',
    'Behind the scenes: pictures people stop for',
    'Turning a finished job into three posts',
    'When to stop paying for followers',
  ],
  'web-development': [
    'A contact form people finish',
    'Why pages feel slow on a phone at the beach',
    'Words for the first screen of your website',
    'Prices on the page, or not',
    'Making a website readable for everybody',
    'What to keep when you replace an old website',
  ],
  'technology-trends': [
    'Passkeys for people with ten employees',
    'Backups you have restored at least once',
    'What to do with old accounts and passwords',
    'Devices at the counter: tablet, laptop or neither',
    'Reading the small print of a cloud service',
    'Security habits that survive a busy week',
  ],
}
