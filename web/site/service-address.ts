import { services } from '../../site.config.ts'

/** Target of Learn More: a service's own page, or the contact page for an unknown id. */
export function serviceAddress(id: string): string {
  return services.some((service) => service.id === id) ? `/services/${id}` : '/contact'
}
