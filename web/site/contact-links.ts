import { site } from '../../site.config.ts'

export const phoneAddress = `tel:${site.phone.e164}`

export const mailAddress = `mailto:${site.email.address}?subject=${encodeURIComponent(site.email.subject)}`
