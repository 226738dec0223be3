import { storedKinds } from '../../privacy/privacy.ts'
import { site } from '../../../site.config.ts'
import type { PolicySection } from '../policy-page.tsx'

/** ISO 8601 dates, newest first. Add a line with every change of the policy. */
export const privacyChanges: readonly { date: string; change: string }[] = [
  {
    date: '2026-11-25',
    change:
      'What you typed into the contact form stays in your browser until you send it or close the tab. The policy is in plainer English.',
  },
  {
    date: '2026-11-24',
    change:
      'A booking now records how your visit began, as a form does. We count clicks on our phone number as daily totals. We keep whether we asked you for a review.',
  },
  {
    date: '2026-11-23',
    change:
      'A form now records on which page your visit began, which site led you here and which campaign its link named. Your browser keeps this until you close the tab; we keep it with your inquiry. We count the views of each page as daily totals.',
  },
  {
    date: '2026-11-22',
    change: 'What is measured about visits, and by whom, is described under Cookies and Tracking.',
  },
  {
    date: '2026-11-21',
    change:
      'Each kind of information is listed with its purpose, how long we keep it and who sees it. We delete where a form was sent from after 90 days, and texts and calls after four years.',
  },
  { date: '2026-11-20', change: 'First version of this policy.' },
]

export const privacyLede = `What we collect when you visit this site or write to ${site.name}, why we need it, and how to have it shown, corrected or deleted.`

const { name, response } = site

/** `measured`: this installation uses Google Analytics. */
export function privacySections({ measured }: { measured: boolean }): readonly PolicySection[] {
  return [...before, measured ? tracking : noTracking, ...after]
}

const before: readonly PolicySection[] = [
  {
    id: 'information-we-collect',
    title: 'Information We Collect',
    text: [
      'You can read every page of this site without telling us who you are. We learn more only if you contact us:',
      storedKinds.map(({ name, what }) => ({ name, text: what })),
      'Like every web server, ours sees the address of each visitor while it answers. We do not buy information about you, and we do not ask for payment details on this site.',
    ],
  },
  {
    id: 'how-we-use-your-information',
    title: 'How We Use Your Information',
    text: [
      'We use what you send us only for these purposes:',
      [
        `To answer your inquiry ${response.guaranteed} and to follow up on it.`,
        'To prepare a consultation or a quote, and to do the work once you have hired us.',
        'To text you about your inquiry, if you agreed to texts.',
        'To keep the site safe: to filter spam, limit abuse and find faults.',
        'To keep records the law requires, such as proof that you agreed to texts or opted out.',
      ],
      'No decision about you is made by software alone. When software drafts text or pictures for our blog, it never sees what you sent us.',
    ],
  },
  {
    id: 'information-sharing',
    title: 'Information Sharing',
    text: [
      'We do not sell personal information, rent it, or trade it for advertising. We share it in only three cases:',
      [
        'With companies that help us run this site and deliver our messages. They may use it only for that. The companies we use now are listed below.',
        'When a law, a court order or another lawful demand requires it.',
        'With a new owner, if this business is sold, who must keep the promises of this policy. Consent to text messages does not transfer.',
      ],
    ],
  },
  {
    id: 'text-messages',
    title: 'Text Messages',
    text: [
      `If you check the box in our contact form, ${name} may text you about your inquiry. Message frequency varies. Message and data rates may apply. Reply STOP to opt out, HELP for help. Consent is not a condition of purchase.`,
      'We do not share mobile numbers, text messaging opt-in data or consent with third parties or affiliates for marketing or promotional purposes. No mobile information is sold or rented. The phone companies that deliver a message receive the number and the message for that delivery only.',
      'We keep a record of each consent and each withdrawal, so that we can show that a text was wanted and that a STOP was honored.',
    ],
    link: { to: '/terms#text-messaging', label: 'Read the terms of our text messages' },
  },
]

const OWN_COUNT =
  'We count how often each page is read and how often our phone number is clicked, as daily totals, without cookies or visitor IDs. Until you close the tab, your browser remembers (in session storage) the page where your visit began, the site that led you here, and the campaign or advertising network named in its link, but not the click ID in that link. It sends this to us only if you submit a form or book a call. It also remembers what you type into the contact form, until you send it or close the tab.'

const noTracking: PolicySection = {
  id: 'cookies-and-tracking',
  title: 'Cookies and Tracking',
  text: [
    `The public pages of this site set no cookies for advertising or profiling, and load no fonts, scripts or pixels of other companies to follow you. ${OWN_COUNT} Staff who sign in have their session kept in their own browser.`,
    'Do Not Track and Global Privacy Control: we do not track visitors over time or across other websites, we do not sell or share personal information for advertising, and no other party does so through our pages. Every visitor gets what these signals ask for, whether or not the browser sends them.',
  ],
}

const tracking: PolicySection = {
  id: 'cookies-and-tracking',
  title: 'Cookies and Tracking',
  text: [
    `The public pages of this site measure visits with Google Analytics. After your first press or key, its script is loaded from Google, sets cookies (_ga) that recognize your browser for up to two years, and tells Google which pages you read, with what kind of browser and roughly from where. Its advertising features are switched off. ${OWN_COUNT} Staff who sign in have their session kept in their own browser.`,
    'Do Not Track and Global Privacy Control: in a browser that sends either signal, the script of Google Analytics is never loaded. We do not track visitors across other websites, and we do not sell or share personal information for advertising.',
  ],
}

const after: readonly PolicySection[] = [
  {
    id: 'how-long-we-keep-it',
    title: 'How Long We Keep It',
    text: [
      'We keep each kind of information for a set time and a stated purpose. When the time is up, the site deletes it automatically:',
    ],
    afterwards: [
      'Backups are replaced within five weeks, and the old copies go with them. We keep contracts and invoices, which are not part of this site, for as long as tax law requires.',
    ],
  },
  {
    id: 'your-choices-and-rights',
    title: 'Your Choices and Rights',
    text: [
      'Wherever you live, you may ask us:',
      [
        'What we hold about you, and for a copy of it.',
        'To correct it where it is wrong.',
        'To delete it, except for what the law requires us to keep.',
        'To stop writing, calling or texting. Replying STOP ends all of our texts at once; an email or a call works too.',
      ],
      `Write to ${site.email.address} or call ${site.phone.display}. We first confirm that it is you, usually by replying to the address or number we have on file, and answer within 30 days. It is free, and asking never counts against you.`,
      'This site is meant for businesses. We do not knowingly collect information from children under 13, and delete it when we learn of it.',
    ],
  },
  {
    id: 'security',
    title: 'Security',
    text: [
      `What you send to this site is encrypted on its way. Only staff who need it can open it, each with their own account, and we log changes to contacts. No system is perfectly safe. If your information is ever exposed, we will tell you and the authorities without unreasonable delay, as ${site.place.stateName} law requires.`,
    ],
  },
  {
    id: 'changes',
    title: 'Changes to This Policy',
    text: [
      'When this policy changes, the new version appears on this page with its effective date, and a line below says what is different. If a change affects information we already hold, we write to the people affected before it takes effect.',
    ],
  },
  {
    id: 'contact-us',
    title: 'Contact Us',
    text: ['Send questions, requests and complaints about this policy here. A person reads them:'],
    link: { to: '/contact#contact-form', label: 'Or write to us with the contact form' },
  },
]
