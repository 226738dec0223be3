import { site } from '../../../site.config.ts'
import type { PolicySection } from '../policy-page.tsx'

/** ISO 8601 date of the current version. */
export const termsEffective = '2026-11-20'

export const termsLede = 'The terms of our text messages, and a few plain rules for using this site.'

const { name, phone, email, place } = site

export const termsSections: readonly PolicySection[] = [
  {
    id: 'text-messaging',
    title: 'Text Messaging Program',
    text: [
      `${name} Inquiry Texts is how we answer inquiries by text message: replies to your questions, appointment times and reminders, and updates about a quote or a project you asked for. It carries no advertising for anybody else.`,
      'You join by giving your phone number in our contact form and ticking the box beneath it. The box is never ticked beforehand, the phone number is optional, and consent is not a condition of purchase. These are the words you agree to:',
    ],
  },
  {
    id: 'frequency-and-cost',
    title: 'Frequency and Cost',
    text: [
      'Message frequency varies. It depends on our conversation: an inquiry usually takes a few messages, a project may take more.',
      'Message and data rates may apply, as your own phone plan sets them. We charge nothing for texts.',
    ],
  },
  {
    id: 'stop-and-help',
    title: 'STOP and HELP',
    text: [
      [
        'Reply STOP to any of our texts to opt out. QUIT, END, REVOKE, OPT OUT, CANCEL and UNSUBSCRIBE do the same. So does telling us in your own words, by text, email or phone. It takes effect at once and ends all of our texts. We confirm it once, and then we are silent.',
        `Reply HELP for help, call ${phone.display}, or write to ${email.address}.`,
        'Changed your mind? Reply START, or tick the box in our form again.',
      ],
      'Carriers are not liable for delayed or undelivered messages, and coverage differs from place to place. If your number changes hands, please tell us, so that no stranger gets your messages.',
    ],
  },
  {
    id: 'text-privacy',
    title: 'Privacy of Your Number',
    text: [
      'We do not share mobile numbers, text messaging opt-in data or consent with third parties or affiliates for marketing or promotional purposes. Our privacy policy says what we keep, for how long, and how to have it deleted.',
    ],
    link: { to: '/privacy', label: 'Read the Privacy Policy' },
  },
  {
    id: 'using-this-site',
    title: 'Using This Site',
    text: [
      'You are welcome to read, link to and quote what we publish. Please do not copy whole pages, break into what is not public, send us other people’s information without their leave, or load the site in ways that keep others from using it.',
      `The name ${name}, the texts, drawings and code of this site belong to us or to those who licensed them to us. Work that we do for clients belongs to whom the contract says.`,
    ],
  },
  {
    id: 'advice-and-quotes',
    title: 'Advice, Figures and Quotes',
    text: [
      'What we write here is general information, offered with care and as it is. Times and results describe past projects and typical cases; yours may differ. Only a written quote that both of us have accepted binds us, and its terms go before these.',
      'Links lead to sites that we do not run and do not answer for.',
    ],
  },
  {
    id: 'liability',
    title: 'Liability and Law',
    text: [
      'As far as the law allows, we are not liable for damage that comes from using this site or from its being out of reach. Nothing here limits liability that cannot be limited, or rights that you have as a consumer.',
      `These terms follow the laws of ${place.stateName}, United States. If a part of them does not hold, the rest does.`,
    ],
  },
  {
    id: 'changes-and-contact',
    title: 'Changes and Contact',
    text: [
      'When these terms change, the new version appears on this page with its effective date. The terms of the text messages never change for the worse without our telling you first.',
      `Questions: ${email.address} or ${phone.display}.`,
    ],
    link: { to: '/contact', label: 'All the ways to reach us' },
  },
]
