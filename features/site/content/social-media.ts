import type { OfferingWords, ServiceWords } from './service-words.ts'

export const socialMedia: ServiceWords = {
  id: 'social-media',
  heading: 'Social media',
  lede: 'A few good posts a week, every question answered, and a monthly count of the inquiries they brought.',
  title: 'Social Media & Digital Marketing',
  description:
    'Content planning, community replies, paid campaigns and plain reporting for businesses nearby and nationwide. Fewer posts, better answered.',
  keywords:
    'social media management, digital marketing, content calendar, community management, paid social campaigns',
  closing: {
    title: 'Post less. Answer more.',
    text: 'Send us the account you keep meaning to look after. The first consultation is free.',
  },
}

/** One ordinary week; the numbers match the curve of the drawing. */
export const week: readonly { day: string; time: string; text: string }[] = [
  {
    day: 'Mon',
    time: '8:30 AM',
    text: 'The week’s three posts are in your inbox. You approve, or change a word.',
  },
  { day: 'Tue', time: '12:10 PM', text: 'The first post goes out while your customers are at lunch.' },
  {
    day: 'Wed',
    time: '7:45 PM',
    text: 'A comment asks about price. It is answered with a range and a link.',
  },
  { day: 'Thu', time: '12:10 PM', text: 'The second post: a finished job, in your customer’s words.' },
  { day: 'Sat', time: '9:20 AM', text: 'A message asks for a date. It becomes a booked visit in your CRM.' },
]

export const channels: readonly (OfferingWords & { drawing: 'calendar' | 'answer' | 'reach' | 'tally' })[] = [
  {
    drawing: 'calendar',
    name: 'Content planning',
    text: 'A month at a time, made from work you are already doing. Twelve good posts are better than thirty that nobody meant.',
    points: ['Topics tied to your season', 'Photos, captions and short video', 'Nothing goes out unapproved'],
  },
  {
    drawing: 'answer',
    name: 'Community and replies',
    text: 'Comments, messages and reviews get an answer, in your voice.',
    points: [
      'Questions answered, complaints heard',
      'Inquiries handed to your team',
      'Rules for what waits for you',
    ],
  },
  {
    drawing: 'reach',
    name: 'Paid campaigns',
    text: 'Reach the streets you serve and stop where you stop. We test small, keep what works and never pass the line you drew.',
    points: [
      'Audiences by town and interest',
      'A budget cap on every campaign',
      'Cost per inquiry, not per click',
    ],
  },
  {
    drawing: 'tally',
    name: 'Digital marketing reports',
    text: 'Likes are pleasant. Inquiries pay the bills. Once a month you see what arrived, from which channel, and what we change next.',
    points: ['One page, plain English', 'Inquiries by channel', 'What we stop doing'],
  },
]

export const rules: readonly { name: string; text: string }[] = [
  {
    name: 'Your voice, not ours',
    text: 'We write the way you talk at the counter. If a line would make you wince, it does not go out.',
  },
  {
    name: 'The right two channels',
    text: 'Where your customers already are, and nowhere else. An abandoned account looks worse than none.',
  },
  {
    name: 'Part of the whole',
    text: 'Posts lead to your site, your profile and your CRM, so that a good week shows up in the books.',
  },
]
