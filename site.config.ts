/** Days on which the business is closed, with the name visitors read. Add the next year's dates in December. */
const holidays: Readonly<Record<string, string>> = {
  '2026-11-26': 'Thanksgiving',
  '2026-12-25': 'Christmas',
  '2027-01-01': "New Year's Day",
  '2027-05-31': 'Memorial Day',
  '2027-07-05': 'Independence Day',
  '2027-09-06': 'Labor Day',
  '2027-11-25': 'Thanksgiving',
  '2027-12-24': 'Christmas',
}

interface Founder {
  role: string
  focus: 'technical strategy' | 'creative strategy'
  photo: string | null
}

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
    /** Whether `art/` has a chart of this coast. */
    drawn: true as boolean,
    /** What its charts show, for readers who do not see them. */
    charts: {
      contact:
        'Chart with Wilmington, North Carolina, Leland, Wrightsville Beach and Masonboro Island' as string,
      areas: 'Chart of the Cape Fear coast, North Carolina' as string,
    },
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
    holidays: Object.keys(holidays),
    holidayNames: holidays,
  },
  /** Two different promises: the usual time in opening hours, and the guaranteed one by the clock. */
  response: {
    typical: 'under 1 hour',
    guaranteed: 'within 24 hours',
    typicalMinutes: 60,
    guaranteedHours: 24,
    /** Whether public pages print the measured median in place of the usual time, while it is better and of 20 answers or more. */
    measured: false as boolean,
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
    /** Address of your room at a video service, for staff who entered none. */
    room: null as string | null,
  },
  /** Where customers write a review, such as the review link of a Google Business Profile. Null: no review requests. */
  reviewUrl: null as string | null,
  /** `photo`: a picture in `public/`, such as "/founders/technical.jpg", 33 wide to 31 high. Null: the About page shows the drawn desk. */
  founders: [
    { role: 'Co-founder, technical strategy', focus: 'technical strategy', photo: null },
    { role: 'Co-founder, creative strategy', focus: 'creative strategy', photo: null },
  ] as readonly Founder[],
  /** The cities of the region, for structured data and pages. */
  cities: ['Wilmington', 'Wrightsville Beach', 'Carolina Beach', 'Leland', 'Hampstead', 'Southport'],
  /** The county around them. */
  county: 'Brunswick County' as string | null,
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

/** A figure the site shows, and how we know it. The site stops showing it when it expires. */
export interface Claim {
  value: string
  label: string
  /** Whether it is made up, and labeled so. */
  sample?: boolean
  evidence: string
  /** Address of a page that shows it. */
  link?: string
  /** When it was established, and the first day without it, as ISO 8601 dates. */
  established: string
  expires: string
}

export type ClaimId =
  | 'years'
  | 'rating'
  | 'businesses'
  | 'satisfaction'
  | 'manualTasks'
  | 'operation'
  | 'accuracy'

/** What pages show of the claims that hold. */
export type ClaimValues = Partial<Record<ClaimId, Pick<Claim, 'value' | 'label'>>>

/** Number of reviews behind the rating. */
export const reviews = 15

/** Sample claims: replace them with your own. Null: the site does without. */
export const claims: Readonly<Record<ClaimId, Claim | null>> = {
  years: {
    value: '26+',
    label: 'years of technology experience',
    sample: true,
    evidence: 'The first paid project of the technical founder, a parts list for a boatyard, is from 1999.',
    established: '2025-01-02',
    expires: '2028-01-01',
  },
  rating: {
    value: '5.0',
    label: `average rating, from ${reviews} reviews`,
    sample: true,
    evidence: `All ${reviews} public reviews of our business profile have five stars.`,
    established: '2026-11-02',
    expires: '2028-01-01',
  },
  businesses: {
    value: '150+',
    label: 'businesses helped',
    sample: true,
    evidence: 'Clients with at least one paid invoice since 1999, counted once each.',
    established: '2026-10-01',
    expires: '2028-01-01',
  },
  satisfaction: {
    value: '98%',
    label: 'client satisfaction',
    sample: true,
    evidence: 'Asked at the end of each project since 2022: 49 of 50 clients would hire us again.',
    established: '2026-10-01',
    expires: '2028-01-01',
  },
  manualTasks: {
    value: '60%',
    label: 'fewer manual tasks',
    sample: true,
    evidence:
      'Median of twelve automation projects: steps done by hand per job, counted the month before and three months after.',
    established: '2026-09-01',
    expires: '2028-01-01',
  },
  operation: {
    value: '24/7',
    label: 'operation',
    sample: true,
    evidence: 'The automations run on servers that are watched day and night.',
    established: '2026-09-01',
    expires: '2028-01-01',
  },
  accuracy: {
    value: '99%',
    label: 'accuracy',
    sample: true,
    evidence: 'Of 4,000 filed documents, checked by hand, 3,961 were filed as the client would have done.',
    established: '2026-09-01',
    expires: '2028-01-01',
  },
}

/** Two words of a sentence, without the period. */
export type TaglineLine = readonly [first: string, second: string]

/** The three sentences of a tagline, as the home page sets them. */
export function splitTagline(tagline: string): readonly TaglineLine[] {
  return Array.from(tagline.matchAll(/(\S+) ([^\s.]+)\./g), ([, first = '', second = '']) => [first, second])
}

export const taglineLines = splitTagline(site.tagline)

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
    ].filter(({ to }) => services.some(({ id }) => to === `/services/${id}`)),
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
