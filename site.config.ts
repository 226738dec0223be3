/** Facts about the business, defined only here. Pages, messages and structured data read them. */
export const site = {
  name: 'Tidewright',
  tagline: 'Smart Strategy. Creative Builds. Real Growth.',
  description:
    'AI automation, brand design and websites, custom business apps, local SEO and strategic consulting, from Wilmington, North Carolina.',
  phone: { display: '(910) 555-0142', e164: '+19105550142' },
  email: { address: 'hello@tidewright.example', subject: 'Inquiry from Website' },
  place: {
    city: 'Wilmington',
    state: 'NC',
    stateName: 'North Carolina',
    country: 'US',
    latitude: 34.2257,
    longitude: -77.9447,
  },
  /** In the footer of every mail. */
  postalAddress: '100 Example Street, Wilmington, NC 28401',
  /** Shown as written, computed in `timeZone`. `days` in schema.org's terms. */
  hours: {
    display: 'Mon-Fri 9AM-6PM EST',
    days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
    opens: '09:00',
    closes: '18:00',
    timeZone: 'America/New_York',
    /** Closed all day. Add the next year's dates in December. */
    holidays: [
      '2026-11-26',
      '2026-12-25',
      '2027-01-01',
      '2027-05-31',
      '2027-07-05',
      '2027-09-06',
      '2027-11-25',
      '2027-12-24',
    ],
  },
  /** Two different promises: the usual time in opening hours, and the guaranteed one by the clock. */
  response: {
    typical: 'under 1 hour',
    guaranteed: 'within 24 hours',
    typicalMinutes: 60,
    guaranteedHours: 24,
  },
  /** Meetings that visitors book. Admins can change all but the last two. */
  meetings: {
    minutes: 30,
    /** Kept free after each meeting. */
    bufferMinutes: 0,
    /** How far ahead a meeting has to be booked, and can be. */
    noticeMinutes: 120,
    horizonDays: 60,
    dailyLimit: 8,
    /** A visitor can move or cancel a meeting until this long before it. */
    changeMinutes: 60,
    /** Address of your room at a video service. Null: meetings are by phone only. */
    room: null as string | null,
  },
  rating: { value: '5.0', count: 15 },
  founders: [
    { role: 'Co-founder, technical strategy', focus: 'technical strategy' },
    { role: 'Co-founder, creative strategy', focus: 'creative strategy' },
  ],
  /** The six cities of the region, for structured data and pages. */
  cities: ['Wilmington', 'Wrightsville Beach', 'Carolina Beach', 'Leland', 'Hampstead', 'Southport'],
  claims: {
    years: '26+',
    businesses: '150+',
    satisfaction: '98%',
    manualTasks: '60%',
    operation: '24/7',
    accuracy: '99%',
  },
  /** First year of the copyright notice. */
  copyrightFrom: 2025,
} as const

export type ServiceId =
  | 'ai-automation'
  | 'website-development'
  | 'custom-apps'
  | 'local-seo'
  | 'strategic-consulting'
  | 'social-media'

/** A signal flag; the five home services spell SOUND, the sixth has the answering pennant. */
export type Flag = 'S' | 'O' | 'U' | 'N' | 'D' | 'A'

export interface Service {
  id: ServiceId
  name: string
  /** Used in the footer and other tight places. */
  shortName: string
  flag: Flag
}

/** The six services in display order; the home page shows the first five. */
export const services: readonly Service[] = [
  { id: 'ai-automation', name: 'AI Business Automation', shortName: 'AI Automation', flag: 'S' },
  { id: 'website-development', name: 'Websites & Brand', shortName: 'Website Development', flag: 'O' },
  { id: 'custom-apps', name: 'Custom Business Apps', shortName: 'Custom Apps', flag: 'U' },
  { id: 'local-seo', name: 'Local SEO', shortName: 'Local SEO', flag: 'N' },
  { id: 'strategic-consulting', name: 'Strategic Consulting', shortName: 'Strategic Consulting', flag: 'D' },
  { id: 'social-media', name: 'Social Media', shortName: 'Social Media', flag: 'A' },
]

interface NavLink {
  label: string
  to: string
}

/** The header's links. The logo links to `/`, Login to `/login`, Get Started to `/pricing`. */
export const mainNavigation: readonly NavLink[] = [
  { label: 'Services', to: '/services' },
  { label: 'Our Work', to: '/our-work' },
  { label: 'About', to: '/about' },
  { label: 'Blog', to: '/blog' },
  { label: 'Pricing', to: '/pricing' },
  { label: 'Contact', to: '/contact' },
]

/** Columns of the footer. Brand Design and Analytics & Insights are parts of other services. */
export const footerNavigation: readonly { title: string; links: readonly NavLink[] }[] = [
  {
    title: 'Services',
    links: [
      { label: 'AI Automation', to: '/services/ai-automation' },
      { label: 'Website Development', to: '/services/website-development' },
      { label: 'Brand Design', to: '/services/website-development' },
      { label: 'Custom Apps', to: '/services/custom-apps' },
      { label: 'Local SEO', to: '/services/local-seo' },
      { label: 'Strategic Consulting', to: '/services/strategic-consulting' },
      { label: 'Social Media', to: '/services/social-media' },
      { label: 'Analytics & Insights', to: '/services/strategic-consulting' },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'Our Work', to: '/our-work' },
      { label: 'About', to: '/about' },
      { label: 'Blog', to: '/blog' },
      { label: 'Pricing', to: '/pricing' },
      { label: 'Contact', to: '/contact' },
      { label: 'Privacy Policy', to: '/privacy' },
      { label: 'Terms', to: '/terms' },
    ],
  },
]

/** "© 2025", or a range in later years. */
export function copyrightYears(year: number): string {
  return year > site.copyrightFrom ? `${site.copyrightFrom}–${year}` : `${site.copyrightFrom}`
}
