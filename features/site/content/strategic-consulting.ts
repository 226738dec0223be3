import type { OfferingWords, ServiceWords } from './service-words.ts'

export const strategicConsulting: ServiceWords = {
  id: 'strategic-consulting',
  heading: 'Strategic consulting',
  lede: 'A second pair of eyes before you spend: what to build, what to buy and what to leave alone.',
  title: 'Strategic Consulting',
  description:
    'Digital strategy, process optimization, innovation and technology planning, IT infrastructure and security. The first consultation is free.',
  keywords:
    'strategic consulting, digital strategy, process optimization, technology planning, IT infrastructure, IT security, technology consultant',
  closing: {
    title: 'Ask us before you buy it.',
    text: 'The first consultation is free, and “keep what you have” is an answer we give often.',
  },
}

export const expertise: readonly OfferingWords[] = [
  {
    name: 'Digital strategy',
    text: 'Where your next customers will come from, and the order in which to go and meet them.',
    points: ['Goals you can measure', 'Channels worth your time', 'A plan by quarter'],
  },
  {
    name: 'Process optimization',
    text: 'We follow one job from first call to paid invoice and take out the steps nobody needs.',
    points: ['The work drawn as it is', 'Hand-offs and delays counted', 'Changes tried small first'],
  },
  {
    name: 'Innovation and technology planning',
    text: 'Which new tools matter to a business like yours, which can wait, and what each would cost to run.',
    points: ['AI readiness, honestly judged', 'Build, buy or wait', 'Budget ranges for each step'],
  },
  {
    name: 'IT infrastructure and security',
    text: 'The part nobody sees: accounts, devices, backups and who can get into what.',
    points: ['Access and password review', 'Backups that restore', 'Vendors and contracts in order'],
  },
]

export const principles: readonly { name: string; text: string }[] = [
  {
    name: 'Your goals come first',
    text: 'We recommend what moves you toward them, including work that somebody else should do.',
  },
  {
    name: 'Plain words, written down',
    text: 'Every recommendation fits on a page, with its cost, its risk and the date we will look at it again.',
  },
  {
    name: 'With you, not for you',
    text: 'Your people learn as we go, so that the plan still works on the days we are not in the room.',
  },
]
