import kindrelLogo from '../../../web/assets/logos/kindrel.svg'
import { pictures, type Picture } from '../../../web/assets/pictures.ts'

/** A screenshot of a client's site and its description. */
export interface Screenshot {
  picture: Picture
  alt: string
}

export interface Project {
  id: string
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
  testimonial?: string
  /** Address of the client's logo for the badge. */
  logo?: string
  /** A short MP4 film of the site, with WebVTT captions. */
  video?: { src: string; captions: string }
}

/** Sample projects: replace them, or have each client confirm theirs, before launch. */
export const projects: readonly Project[] = [
  {
    id: 'kitchen',
    title: 'A showroom that opens before breakfast',
    client: 'Hollis & Pine',
    description: 'Kitchen renovation site with a gallery, a planning guide and a consultation calendar.',
    image: {
      picture: pictures.kitchen,
      alt: 'Home page of the Hollis & Pine kitchen renovation site: “Kitchens that hold the whole morning” over a drawn green kitchen.',
    },
    additionalImages: [
      {
        picture: pictures.kitchenBelow,
        alt: 'The planning guide of the Hollis & Pine site: a floor plan with notes, a consultation calendar and the planning assistant.',
      },
      { picture: pictures.kitchenPhone, alt: 'The Hollis & Pine home page on a phone.' },
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
    liveUrl: 'https://hollisandpine.example/',
    testimonial: 'People arrive at the first meeting having already read the answer to their first question.',
  },
  {
    id: 'ministry',
    title: 'One table for a podcast, a shop and a community',
    client: 'Porchlight Families',
    description: 'Faith-based family ministry with episodes, gatherings and a small store under one roof.',
    image: {
      picture: pictures.ministry,
      alt: 'Home page of the Porchlight Families site: “Leave the light on for each other” beside a house at dusk, a podcast player and the shop.',
    },
    additionalImages: [
      {
        picture: pictures.ministryBelow,
        alt: 'The episode list of the Porchlight Families site, with gatherings nearby and the Sunday letter.',
      },
      { picture: pictures.ministryPhone, alt: 'The Porchlight Families home page on a phone.' },
    ],
    technologies: ['Podcast feed', 'Storefront', 'Email journeys', 'Video', 'Giving', 'Search'],
    challenge:
      'Episodes lived on one service, the shop on another and the calendar in a group chat. A parent who found one of them rarely learned of the other two.',
    solution:
      'One site with three doors. Each episode page offers the book it mentions and the next gathering nearby, and a single letter on Sundays carries the week. Volunteers keep it up from a form they already understand.',
    results: [{ figure: '2,704+', text: 'lives reached' }],
    cardResult: '2,704+ lives reached',
    liveUrl: 'https://porchlightfamilies.example/',
    testimonial:
      'A parent can find the episode, the book and the supper table without asking any of us where they are.',
  },
  {
    id: 'turf',
    title: 'Yards measured from the air, quoted by noon',
    client: 'Saltgrass Turf',
    description: 'Synthetic-turf landscaping on the coast, with an instant yard sketch and quote.',
    image: {
      picture: pictures.turf,
      alt: 'Home page of the Saltgrass Turf site: “Green in August. Green in a nor’easter” over a lawn, a pool and the dunes seen from the air.',
    },
    additionalImages: [
      {
        picture: pictures.turfBelow,
        alt: 'The yard sketch of the Saltgrass Turf site: an outline on an aerial picture beside the choices that make the quote.',
      },
      { picture: pictures.turfPhone, alt: 'The Saltgrass Turf home page on a phone.' },
    ],
    technologies: ['Map sketching', 'Quote engine', 'CRM sync', 'Text follow-up'],
    challenge:
      'Every quote began with a drive and a tape measure. By the time a price came back, the homeowner had often signed with whoever came first.',
    solution:
      'Visitors outline their yard on an aerial picture and choose a grass, an edge and a drainage base. The quote engine prices the sketch, a person checks every line, and the answer goes out by noon with a calendar attached.',
    results: [{ figure: '60%', text: 'more consultation bookings' }],
    cardResult: '60% more consultation bookings',
    liveUrl: 'https://saltgrassturf.example/',
    testimonial: 'We drive out to yards that have already said yes to the price.',
  },
  {
    id: 'coach',
    title: 'A coach that keeps its promises for 28 days',
    client: 'Kindrel',
    description: 'AI health coaching platform with daily check-ins and weekly human review.',
    image: {
      picture: pictures.coach,
      alt: 'Home page of the Kindrel health coaching platform: “A coach who remembers Tuesday” beside a member’s day 19.',
    },
    additionalImages: [
      {
        picture: pictures.coachBelow,
        alt: 'The weekly review in Kindrel’s clinician portal: members with their day, their week and the next step.',
      },
      { picture: pictures.coachPhone, alt: 'The Kindrel home page on a phone.' },
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
    logo: kindrelLogo,
    testimonial: 'The software keeps count all week, so our coaches spend Friday on judgment.',
  },
]

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
    text: 'Keyboard, screen reader and sunlight on a phone.',
  },
]
