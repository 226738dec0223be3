import type { ReactNode } from 'react'
import { ButtonLink } from '../../../web/ui/button.tsx'
import { usePublicSettings } from '../../../web/root-data.ts'
import { ClosingBand } from '../../../web/site/closing-band.tsx'
import { PhoneButton } from '../../../web/site/phone-button.tsx'
import type { ServiceWords } from '../content/service-words.ts'
import { JsonLd, breadcrumbs, businessId, type StructuredData } from '../../../web/site/json-ld.tsx'
import { FlagPager } from './flag-pager.tsx'
import { ServiceHead, type ServiceCharts } from './service-head.tsx'
import { services, site } from '../../../site.config.ts'

interface ServicePageProps {
  words: ServiceWords
  charts: ServiceCharts
  /** Sections between the chart and the closing band. */
  children: ReactNode
}

/** Layout of all service pages: chart, closing band, links to the other services. */
export function ServicePage({ words, charts, children }: ServicePageProps) {
  return (
    <>
      <JsonLd data={serviceData(usePublicSettings().siteUrl, words)} />
      <ServiceHead words={words} charts={charts} />
      {children}
      <ClosingBand title={words.closing.title}>
        <p className="lede">{words.closing.text}</p>
        <ButtonLink to="/contact">Schedule a Consultation</ButtonLink>
        <PhoneButton />
      </ClosingBand>
      <FlagPager current={words.id} />
    </>
  )
}

/** Structured data of a service. */
function serviceData(siteUrl: string, words: ServiceWords): StructuredData {
  const url = `${siteUrl}/services/${words.id}`
  const name = services.find(({ id }) => id === words.id)?.name ?? words.heading
  return {
    '@graph': [
      {
        '@type': 'Service',
        '@id': `${url}#service`,
        name: words.title,
        serviceType: name,
        description: words.description,
        url,
        provider: {
          '@type': 'ProfessionalService',
          '@id': businessId(siteUrl),
          name: site.name,
          url: `${siteUrl}/`,
          telephone: site.phone.e164,
          email: site.email.address,
        },
        areaServed: [
          ...site.cities.map((city) => ({ '@type': 'City', name: `${city}, ${site.place.state}` })),
          { '@type': 'Country', name: 'United States' },
        ],
      },
      breadcrumbs(siteUrl, { name: 'Services', path: '/services' }, { name, path: `/services/${words.id}` }),
    ],
  }
}
