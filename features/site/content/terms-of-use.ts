import { site } from '../../../site.config.ts'
import type { PolicySection } from '../policy-page.tsx'

/** ISO 8601 date of the current version. */
export const termsEffective = '2026-11-25'

export const termsLede = 'The terms of our text messages, and a few plain rules for using this site.'

const { name, phone, email, place } = site

export const termsSections: readonly PolicySection[] = [
  {
    id: 'text-messaging',
    title: 'Text Messaging Program',
    text: [
      `${name} Inquiry Texts is how we answer inquiries by text message: replies to your questions, appointment times and reminders, and updates about a quote or a project you asked for. We never send advertising for other companies.`,
      'You join by giving your phone number in our contact form and checking the box beneath it. The box is never checked beforehand, the phone number is optional, and consent is not a condition of purchase. These are the words you agree to:',
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
        'Reply STOP to any of our texts to opt out. QUIT, END, REVOKE, OPT OUT, CANCEL and UNSUBSCRIBE do the same. So does telling us in your own words, by text, email or phone. It takes effect at once and ends all of our texts. We confirm once and then stop.',
        `Reply HELP for help, call ${phone.display}, or write to ${email.address}.`,
        'Changed your mind? Reply START, or check the box in our form again.',
      ],
      'Carriers are not liable for delayed or undelivered messages, and coverage differs from place to place. If you give up your number, please tell us, so that the next owner does not get your messages.',
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
      'You are welcome to read, link to and quote what we publish. Please do not copy whole pages, try to access what is not public, send us other people’s information without their permission, or overload the site.',
      `The name ${name}, the texts, drawings and code of this site belong to us or to the people who license them to us. Who owns work we do for a client is set by the contract.`,
    ],
  },
  {
    id: 'advice-and-quotes',
    title: 'Advice, Figures and Quotes',
    text: [
      'What we write here is general information, offered as is. Times and results describe past projects and typical cases; yours may differ. Only a written quote that both of us have accepted is binding, and its terms take precedence over these.',
      'Some links lead to sites that we do not run and are not responsible for.',
    ],
  },
  {
    id: 'liability',
    title: 'Liability and Law',
    text: [
      'As far as the law allows, we are not liable for damage caused by using this site or by its being unavailable. Nothing here limits liability that the law does not allow us to limit, or your rights as a consumer.',
      `The laws of ${place.stateName}, United States, govern these terms. If one part is found invalid, the rest still applies.`,
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
