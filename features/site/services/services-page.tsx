import { services } from '../../../site.config.ts'
import { capitalize } from '../../../web/ui/capitalize.ts'
import { spellNumber } from '../../../web/ui/spell-number.ts'
import { ButtonLink } from '../../../web/ui/button.tsx'
import { ClosingBand } from '../../../web/site/closing-band.tsx'
import { PageHead } from '../../../web/site/page-head.tsx'
import { ServiceRows } from './service-rows.tsx'
import { catalogue } from '../content/services.ts'
import { breadcrumbs, businessId, type StructuredData } from '../../../web/site/json-ld.tsx'
import { serviceAddress } from '../../../web/site/service-address.ts'

const count = capitalize(spellNumber(services.length))

export function ServicesPage() {
  return (
    <>
      <PageHead
        long
        label="Services"
        note={`${count} ${services.length === 1 ? 'signal' : 'signals'}`}
        title="Everything from idea to launch."
      >
        <p className="lede">
          {count} {services.length === 1 ? 'service' : 'services'}, one crew. Open any row for details.
        </p>
        <ButtonLink to="/contact" variant="signal">
          Schedule a Consultation
        </ButtonLink>
      </PageHead>
      <ServiceRows />
      <ClosingBand title="Not sure which flag to fly?">
        <p className="lede">
          Describe the problem. We will point at the service, or tell you that you do not need one.
        </p>
        <ButtonLink to="/contact#contact-form">Talk It Through</ButtonLink>
      </ClosingBand>
    </>
  )
}

/** Structured data of the services in order. */
export function servicesData(siteUrl: string): StructuredData {
  return {
    '@graph': [
      {
        '@type': 'ItemList',
        name: 'Services',
        itemListElement: catalogue.map(({ id, title, subtitle }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          item: {
            '@type': 'Service',
            name: title,
            description: subtitle,
            url: new URL(serviceAddress(id), siteUrl).href,
            provider: { '@id': businessId(siteUrl) },
          },
        })),
      },
      breadcrumbs(siteUrl, { name: 'Services', path: '/services' }),
    ],
  }
}
