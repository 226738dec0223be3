import { pictures, type Picture } from '../../../web/assets/pictures.ts'

/** A screenshot of a client's site and its description. */
export interface Screenshot {
  picture: Picture
  alt: string
}

export interface Project {
  /** Its case page is `/our-work/${id}`. */
  id: string
  /** Address of a made-up site shown in place of the client's. Such a project is labeled as a sample everywhere. */
  sample?: string
  title: string
  client: string
  description: string
  image: Screenshot
  additionalImages?: readonly Screenshot[]
  technologies: readonly string[]
  challenge: string
  solution: string
  results: readonly { figure: string; text: string }[]
  /** The result shown on the card. */
  cardResult: string
  /** Empty if the site is not public. */
  liveUrl: string
  /** Two projects are on the home page too. */
  onHome?: boolean
  testimonial?: string
  /** Address of the client's logo for the badge. */
  logo?: string
  /** A short MP4 film of the site, with WebVTT captions. */
  video?: { src: string; captions: string }
}

/** The parts of a case page beyond the project. */
export interface CaseStudy {
  /** ISO 8601 date of the last change, for the sitemap. */
  changed: string
  /** Four facts below the picture. */
  facts: readonly Row[]
  /** The problem: a lede, and one paragraph. */
  lede: string
  problem: string
  /** What we did, in order. */
  steps: readonly { time: string; name: string; text: string }[]
  /** A note below the technologies. */
  note?: string
  /** Left out until it says how things were before and who counted. */
  result?: Result
  closing: { title: string; text: string }
}

/** A measured result. The figure is one of the project's `results`. */
export interface Result {
  figure: string
  text: string
  counted: string
  before: string
  after: string
  byWhom: string
  notCounted?: string
}

export interface Row {
  name: string
  text: string
}

/** The head of the page, which announces the sections below. */
export const portfolio = {
  note: 'Four sample projects',
  lede: 'A kitchen, a ministry, a lawn and a coach. Four sample projects, each a real site you can open and a page that shows our arithmetic.',
}

/**
 * Sample projects: replace them with real ones before launch (docs/operations.md, "Projects"). Each needs an entry in
 * `caseStudies` below.
 */
export const projects: readonly Project[] = [
  {
    id: 'kitchen',
    sample: '/samples/kitchen/',
    title: 'A showroom that opens before breakfast',
    client: 'Hollis & Pine',
    description: 'Kitchen renovation site with a gallery, a planning guide and a consultation calendar.',
    image: {
      picture: pictures.kitchen,
      alt: 'Home page of Hollis & Pine: “Kitchens that hold the whole morning” over the measured drawing of a green kitchen.',
    },
    additionalImages: [
      {
        picture: pictures.kitchenBelow,
        alt: 'Further down Hollis & Pine: three kinds of renovation with prices, and nine weeks on one line.',
      },
      { picture: pictures.kitchenPhone, alt: 'Hollis & Pine on a phone.' },
    ],
    technologies: ['React', 'Tailored CMS', 'Booking', 'Local SEO', 'Analytics'],
    challenge:
      'Beautiful rooms, hidden behind a slow gallery. Visitors looked, admired and left, and the office answered the same six questions by phone all day.',
    solution:
      'A fast site built around the planning guide people were calling about, with a consultation calendar on every page and an assistant that knows lead times, materials and price bands.',
    results: [
      { figure: '40%', text: 'more qualified leads' },
      { figure: '60%', text: 'more consultation bookings' },
    ],
    cardResult: '40% more qualified leads',
    liveUrl: '',
    onHome: true,
    testimonial: 'People arrive at the first meeting having already read the answer to their first question.',
  },
  {
    id: 'ministry',
    sample: '/samples/ministry/',
    title: 'One table for a podcast, a shop and a community',
    client: 'Porchlight Families',
    description: 'Faith-based family ministry with episodes, gatherings and a small store under one roof.',
    image: {
      picture: pictures.ministry,
      alt: 'Home page of Porchlight Families: “Leave the light on for each other” beside an open, lit door.',
    },
    additionalImages: [
      {
        picture: pictures.ministryBelow,
        alt: 'Further down Porchlight Families: the shop with cards and a mug, and how it began with one porch.',
      },
      { picture: pictures.ministryPhone, alt: 'Porchlight Families on a phone.' },
    ],
    technologies: ['Podcast feed', 'Storefront', 'Email journeys', 'Video', 'Giving', 'Search'],
    challenge:
      'Episodes lived on one service, the shop on another and the calendar in a group chat. A parent who found one of them rarely learned of the other two.',
    solution:
      'One site with three doors. Each episode page offers the book it mentions and the next gathering nearby, and a single letter on Sundays carries the week. Volunteers keep it up from a form they already understand.',
    results: [{ figure: '2,704+', text: 'lives reached' }],
    cardResult: '2,704+ lives reached',
    liveUrl: '',
    testimonial: 'We stopped counting clicks and started counting chairs.',
  },
  {
    id: 'turf',
    sample: '/samples/turf/',
    title: 'Yards measured from the air, quoted by noon',
    client: 'Saltgrass Turf',
    description: 'Synthetic-turf landscaping on the coast, with an instant yard sketch and quote.',
    image: {
      picture: pictures.turf,
      alt: 'Home page of Saltgrass Turf: “Green in August. Green in a nor’easter.” on the plan of a beach-house yard.',
    },
    additionalImages: [
      {
        picture: pictures.turfBelow,
        alt: 'Further down Saltgrass Turf: the ground from the blades down to the sand.',
      },
      { picture: pictures.turfPhone, alt: 'Saltgrass Turf on a phone.' },
    ],
    technologies: ['Map sketching', 'Quote engine', 'CRM sync', 'Text follow-up'],
    challenge:
      'Every quote began with a drive and a tape measure. By the time a price came back, the homeowner had often signed with whoever came first.',
    solution:
      'Visitors outline their yard on an aerial picture and choose a grass, an edge and a drainage base. The quote engine prices the sketch, a person checks every line, and the answer goes out by noon with a calendar attached.',
    results: [{ figure: '60%', text: 'more consultation bookings' }],
    cardResult: '60% more consultation bookings',
    liveUrl: '',
    onHome: true,
    testimonial: 'Now the only yards we drive to are yards we already know.',
  },
  {
    id: 'coach',
    sample: '/samples/coach/',
    title: 'A coach that keeps its promises for 28 days',
    client: 'Kindrel',
    description: 'AI health coaching platform with daily check-ins and weekly human review.',
    image: {
      picture: pictures.coach,
      alt: 'Home page of Kindrel: “A coach who remembers Tuesday” beside a conversation on yellow.',
    },
    additionalImages: [
      {
        picture: pictures.coachBelow,
        alt: 'Further down Kindrel: 28 days as squares, and the four minutes a day they take.',
      },
      { picture: pictures.coachPhone, alt: 'Kindrel on a phone.' },
    ],
    technologies: ['Language models', 'Mobile web app', 'Clinician portal', 'Realtime', 'Encryption'],
    challenge:
      'Members began with enthusiasm and faded in the second week. The coaches could not read every check-in, and an assistant alone could not be trusted with a sore knee.',
    solution:
      'The software asks once a day, remembers the answer and keeps the count. A licensed coach reads the week in a portal of their own and approves every change of plan. Anything about pain goes to a person the same day.',
    results: [
      { figure: '89%', text: 'success rate' },
      { figure: '28-day', text: 'average' },
    ],
    cardResult: '89% success rate, 28-day average',
    liveUrl: '',
    logo: '/work/kindrel.svg',
    testimonial: 'It asks about the knee. That is the whole product.',
  },
]

const LIGHT = 'The page weighs under 150 kB with its type and drawings. It reads without JavaScript.'

/** The case pages, by the project's id. */
export const caseStudies: Readonly<Record<string, CaseStudy>> = {
  kitchen: {
    changed: '2026-11-24',
    facts: [
      { name: 'Trade', text: 'Kitchen renovation' },
      { name: 'Built', text: '9 weeks, spring 2025' },
      { name: 'Flags', text: 'Websites & Brand, AI, Local SEO' },
      { name: 'Upkeep', text: '2 hours a month' },
    ],
    lede: 'Beautiful rooms hidden behind a slow gallery. Visitors looked, admired and left.',
    problem:
      'The office answered the same six questions by phone all day: price, time, dust, permits, deposits, the dog.',
    steps: [
      {
        time: 'Week 1',
        name: 'We sat by the phone',
        text: '62 calls in five days. Forty-one were one of six questions.',
      },
      {
        time: 'Week 2',
        name: 'Prices went on the page',
        text: 'Three bands, in dollars. The owner nearly said no.',
      },
      {
        time: 'Week 4',
        name: 'The nine-week picture',
        text: 'Every kitchen on one line, so nobody has to ask how long.',
      },
      {
        time: 'Week 6',
        name: 'An assistant with one book',
        text: 'It answers from the price guide only, and says so.',
      },
      { time: 'Week 9', name: 'Opened on a Tuesday', text: 'Old and new ran side by side for a week.' },
    ],
    note: LIGHT,
    result: {
      figure: '40%',
      text: 'more qualified leads',
      counted: 'Inquiries that named a room, a month and a budget band.',
      before: '30 in the 90 days to March 31.',
      after: '42 in the 90 days from June 10.',
      byWhom: 'The office, in the inbox. We did the arithmetic, they did the counting.',
      notCounted: 'Repeat inquiries, suppliers, anyone we sent.',
    },
    closing: {
      title: 'Have a phone that asks the same six questions?',
      text: 'Tell us which six. The first consultation is free.',
    },
  },
  ministry: {
    changed: '2026-11-24',
    facts: [
      { name: 'Work', text: 'Family ministry' },
      { name: 'Built', text: '7 weeks, fall 2024' },
      { name: 'Flags', text: 'Websites & Brand, Custom Apps' },
      { name: 'Upkeep', text: '1 hour a week' },
    ],
    lede: 'Three tools, three logins and a supper list on paper.',
    problem: 'New families found the podcast and never found the porch.',
    steps: [
      {
        time: 'Week 1',
        name: 'We came to supper',
        text: 'And watched people write their names on a legal pad.',
      },
      {
        time: 'Week 3',
        name: 'One list of people',
        text: 'Listeners, guests and buyers became one set of records.',
      },
      {
        time: 'Week 5',
        name: 'Ten minutes on the front page',
        text: 'Today’s episode plays before anything else.',
      },
      { time: 'Week 7', name: 'The pad was retired', text: 'It hangs framed in the hall.' },
    ],
    note: LIGHT,
    result: {
      figure: '2,704+',
      text: 'lives reached',
      counted: 'People who came, called or wrote at least once.',
      before: 'Nobody knew. Three tools had no list in common.',
      after: '2,704 people between January 2025 and September 2026.',
      byWhom: 'The ministry, from its own list.',
      notCounted: 'Downloads. A download is not a person.',
    },
    closing: {
      title: 'Have three lists that should be one?',
      text: 'Tell us where they live. The first consultation is free.',
    },
  },
  turf: {
    changed: '2026-11-24',
    facts: [
      { name: 'Trade', text: 'Landscaping' },
      { name: 'Built', text: '6 weeks, early 2025' },
      { name: 'Flags', text: 'Custom Apps, Local SEO' },
      { name: 'Upkeep', text: '3 hours a month' },
    ],
    lede: 'Every quote cost a drive. Half the drives were for nothing.',
    problem: 'The crew lead priced in the truck, from memory.',
    steps: [
      { time: 'Week 1', name: 'We rode along', text: 'Four days, eleven yards, two sales.' },
      { time: 'Week 3', name: 'A sketch from the parcel map', text: 'Area within 4% of the tape.' },
      { time: 'Week 5', name: 'Prices in a table', text: 'By the square foot, for anyone to read.' },
      { time: 'Week 6', name: 'Quotes by noon', text: 'Drawn by software, checked by a person.' },
    ],
    note: LIGHT,
    result: {
      figure: '60%',
      text: 'more consultation bookings',
      counted: 'Visits booked from a quote.',
      before: '25 a month, spring 2024.',
      after: '40 a month, spring 2025.',
      byWhom: 'Their calendar.',
    },
    closing: {
      title: 'Does every quote cost you a drive?',
      text: 'Tell us how many. The first consultation is free.',
    },
  },
  coach: {
    changed: '2026-11-24',
    facts: [
      { name: 'Trade', text: 'Health coaching' },
      { name: 'Built', text: '14 weeks, early 2025' },
      { name: 'Flags', text: 'AI, Custom Apps' },
      { name: 'Upkeep', text: 'On call' },
    ],
    lede: 'People forgot why they had signed up by day nine.',
    problem: 'Coaches read 200 messages to find the three that mattered.',
    steps: [
      { time: 'Week 1', name: 'We read a month of messages', text: 'With permission, names removed.' },
      { time: 'Week 5', name: 'Four minutes a day', text: 'Everything longer was cut.' },
      { time: 'Week 9', name: 'A person every Friday', text: 'Software sorts. A coach writes.' },
      { time: 'Week 14', name: 'Forty members first', text: 'Then everyone.' },
    ],
    note: LIGHT,
    result: {
      figure: '89%',
      text: 'success rate',
      counted: 'Members who kept their habit on 20 of 28 days.',
      before: 'No record. Most had stopped writing by day nine.',
      after: '278 of the 312 who started between May and August 2025.',
      byWhom: 'Kindrel, from check-ins. Not a clinical result.',
    },
    closing: {
      title: 'Have people who fade in the second week?',
      text: 'Tell us what they came for. The first consultation is free.',
    },
  },
}

export type ChartSymbol = 'light' | 'radar' | 'lead' | 'buoy' | 'pilot' | 'anchor'

/** The six entries of the technology legend. */
export const technologies: readonly { symbol: ChartSymbol; name: string; text: string }[] = [
  {
    symbol: 'light',
    name: 'Language models',
    text: 'Assistants grounded in your own documents, with sources shown.',
  },
  { symbol: 'radar', name: 'Workflow orchestration', text: 'Jobs that retry, report and never run twice.' },
  {
    symbol: 'lead',
    name: 'Search-ready structure',
    text: 'Business data that engines can read without guessing.',
  },
  { symbol: 'buoy', name: 'Edge hosting', text: 'Pages served close to the reader, secured by default.' },
  { symbol: 'pilot', name: 'Realtime portals', text: 'Clients and staff looking at the same number.' },
  {
    symbol: 'anchor',
    name: 'Accessible interfaces',
    text: 'Tested with a keyboard, a screen reader and a phone in the sun.',
  },
]
