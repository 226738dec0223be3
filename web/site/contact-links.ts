import { site } from '../../site.config.ts'

export const phoneAddress = `tel:${site.phone.e164}`

/** Lets a press copy the number (`web/enhance/copy.ts`); on narrow screens a link dials it. */
export const phoneCopy = { 'data-copy': site.phone.display, 'data-copied': 'Phone number' }

export const phoneLink = { href: phoneAddress, ...phoneCopy }

export const mailAddress = `mailto:${site.email.address}?subject=${encodeURIComponent(site.email.subject)}`

export const mailLink = { href: mailAddress, 'data-copy': site.email.address }
