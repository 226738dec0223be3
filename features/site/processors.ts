import type { PublicSettings } from '../../web/page-context.ts'

interface Processor {
  role: string
  /** The company, as far as known to this installation, and the data it receives. */
  receives: string
}

/**
 * Processors of visitors' data in this installation. Simulated services receive nothing and are not listed.
 */
export function processors({
  sandbox,
  analyticsId,
}: Pick<PublicSettings, 'sandbox' | 'analyticsId'>): Processor[] {
  const all = [
    {
      used: true,
      role: 'Hosting',
      receives:
        'The company on whose computers this site and its database run. Everything described above passes through them.',
    },
    {
      used: !sandbox.phone,
      role: 'Calls and texts',
      receives: 'Twilio and the phone companies behind it: phone numbers, calls and the words of texts.',
    },
    {
      used: !sandbox.mail,
      role: 'Email',
      receives: 'Our mail provider: your address and our messages to you.',
    },
    {
      used: analyticsId !== null,
      role: 'Measurement',
      receives:
        'Google Analytics: which pages are read, by what kind of browser and roughly from where, and that a form was sent and for which service, without its contents.',
    },
    {
      used: !sandbox.photos,
      role: 'Photographs',
      receives:
        'Unsplash, which delivers some pictures of our blog and so sees the internet address that asks for them.',
    },
    {
      used: !sandbox.ai,
      role: 'AI writing',
      receives: 'The AI provider that drafts articles and pictures for our blog. Nothing about visitors.',
    },
  ]
  return all.filter(({ used }) => used).map(({ role, receives }) => ({ role, receives }))
}
