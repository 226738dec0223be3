import { services, type ServiceId } from '../../site.config.ts'

/** Options of the contact form's service field, in this order, with the service an agency offers to list them. */
const allServiceOptions: readonly [option: string, service: ServiceId | null][] = [
  ['AI Business Automation', 'ai-automation'],
  ['Website Development', 'website-development'],
  ['Custom Business Apps', 'custom-apps'],
  ['Local SEO', 'local-seo'],
  ['Digital Marketing Strategy', 'social-media'],
  ['Strategic Consulting', 'strategic-consulting'],
  ['Complete Digital Transformation', null],
]

export const serviceOptions = listServiceOptions(services)

/** The options of an agency with these services. */
export function listServiceOptions(offered: readonly { id: ServiceId }[]): readonly string[] {
  return allServiceOptions.flatMap(([option, service]) =>
    service === null || offered.some(({ id }) => id === service) ? [option] : [],
  )
}
