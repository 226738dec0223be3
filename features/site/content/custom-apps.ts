import type { OfferingWords, ServiceWords } from './service-words.ts'

export const customApps: ServiceWords = {
  id: 'custom-apps',
  heading: 'Custom business apps',
  lede: 'When the spreadsheet has become the business, we turn it into software that fits the way you work.',
  title: 'Custom Business Applications',
  description:
    'Custom CRM, business intelligence dashboards, workflow automation and business portals, built around the way you work. Live in 4 to 8 weeks, with month-to-month support.',
  keywords:
    'custom business applications, custom CRM, business intelligence dashboard, workflow automation, client portal, business portal',
  closing: {
    title: 'Bring the spreadsheet that runs the place.',
    text: 'We will tell you in one call whether it should become an app, or stay a spreadsheet.',
  },
}

export const apps: readonly (OfferingWords & { drawing: 'stages' | 'threshold' | 'locks' | 'harbor' })[] = [
  {
    drawing: 'stages',
    name: 'Custom CRM',
    text: 'Every inquiry on one sheet, in your own stages and your own words. Nobody has to remember who was going to call back.',
    points: [
      'Your sales stages, not a template’s',
      'Calls and texts on the record',
      'Next step on every contact',
    ],
  },
  {
    drawing: 'threshold',
    name: 'Business intelligence dashboards',
    text: 'The five numbers you steer by, drawn from the systems you already have, with a line that says when to act.',
    points: [
      'Sales, jobs and cash in one view',
      'Alerts when a line is crossed',
      'Every figure traces to its source',
    ],
  },
  {
    drawing: 'locks',
    name: 'Workflow automation',
    text: 'A request rises from desk to desk like a boat through locks. Each gate opens only when the one before it has closed.',
    points: [
      'Approvals in the right order',
      'Documents made along the way',
      'No step skipped, none repeated',
    ],
  },
  {
    drawing: 'harbor',
    name: 'Business portals',
    text: 'One entrance for clients, staff and partners. Each signs in and sees only what is theirs.',
    points: ['Client accounts and documents', 'Staff tools on any device', 'Roles and access kept straight'],
  },
]

/** The four legs of the course; the drawing has a waypoint for each. */
export const course: readonly { name: string; time: string; text: string }[] = [
  {
    name: 'Discovery',
    time: 'Week 1',
    text: 'We watch the work being done and draw it. You get the drawing, whatever you decide.',
  },
  {
    name: 'Design',
    time: 'Week 2',
    text: 'Screens you can click, tried by the people who will use them every day.',
  },
  {
    name: 'Development',
    time: 'Weeks 3 to 8',
    text: 'Built in short steps with something to try at the end of each, on your own data.',
  },
  {
    name: 'Ongoing support',
    time: 'Month to month',
    text: 'Hosting, fixes and small changes. Stay because it works; there is no long-term contract.',
  },
]
