import { services } from '../../site.config.ts'

/** Where Learn More leads: a service's own page, or the contact page for an id that has none. */
export function serviceAddress(id: string): string {
  return services.some((service) => service.id === id) ? `/services/${id}` : '/contact'
}
