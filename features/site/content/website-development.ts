import type { ServiceWords } from './service-words.ts'

export const websiteDevelopment: ServiceWords = {
  id: 'website-development',
  heading: 'Websites and brand',
  lede: 'A site that brings in inquiries and an identity that holds together, drawn at one table by the same people.',
  title: 'Website Development & Brand Design',
  description:
    'AI-powered, mobile-first websites with SEO, analytics and secure hosting, and brand identity to match: logo, guidelines and marketing materials. Simple sites in 2 to 3 weeks.',
  keywords:
    'website development, brand design, logo design, brand guidelines, AI-powered website, mobile-first web design, secure hosting',
  closing: {
    title: 'Show us the site you are tired of.',
    text: 'A simple website takes 2 to 3 weeks, and work starts within 1 to 3 business days of your approval.',
  },
}

export const benefits: readonly { name: string; text: string }[] = [
  { name: 'AI-powered', text: 'A trained assistant can answer, qualify and book while the office is dark.' },
  { name: 'Mobile first', text: 'Drawn for one thumb on a bright dock, then for the desk.' },
  { name: 'Quick to load', text: 'Complete pages, light pictures, nothing that makes a visitor wait.' },
  { name: 'SEO built in', text: 'Titles, structure and local data are there on launch day.' },
  { name: 'Analytics you can read', text: 'Who came, from where, and what they did next, on one page.' },
  { name: 'Secure hosting included', text: 'Certificates, backups and updates are ours to look after.' },
  { name: 'Lead capture', text: 'Forms that land in your CRM, with consent on record.' },
  { name: 'Open to everyone', text: 'Checked with a keyboard, a screen reader and a contrast meter.' },
]

export const identity: readonly {
  drawing: 'logo' | 'guidelines' | 'materials'
  name: string
  text: string
}[] = [
  {
    drawing: 'logo',
    name: 'Logo and visual identity',
    text: 'A mark that survives a hat, a hull and a sixteen-pixel tab, with the colors and type that go with it.',
  },
  {
    drawing: 'guidelines',
    name: 'Brand guidelines',
    text: 'How much room the mark needs, which color goes where, and how you sound. Short enough to be used.',
  },
  {
    drawing: 'materials',
    name: 'Marketing materials',
    text: 'Cards, letterhead, signs, vehicles and templates, ready for the printer and for your own team.',
  },
]

export const discovery: readonly { name: string; text: string }[] = [
  { name: 'We listen', text: 'What you sell, to whom, and what the present site costs you.' },
  { name: 'We look', text: 'At your numbers, your competitors and the words people search with.' },
  {
    name: 'We write it down',
    text: 'One page: goals, pages, price and date. You approve it, or you do not.',
  },
]

export const tiers: readonly {
  hull: 'skiff' | 'cutter' | 'schooner'
  name: string
  text: string
  points: readonly string[]
}[] = [
  {
    hull: 'skiff',
    name: 'Small business',
    text: 'A handful of pages that say what you do, where, and how to reach you.',
    points: ['Live in 2 to 3 weeks', 'Logo and first identity', 'Contact form and phone'],
  },
  {
    hull: 'cutter',
    name: 'Growing business',
    text: 'More services, more towns, and inquiries that need sorting before they need a person.',
    points: ['City and service pages', 'AI assistant and CRM link', 'Monthly AI-generated blogs'],
  },
  {
    hull: 'schooner',
    name: 'Enterprise',
    text: 'Several audiences on one platform, alongside systems your people already trust.',
    points: ['Portals and integrations', 'Optional eCommerce', 'Roles, approvals, audit trail'],
  },
]
