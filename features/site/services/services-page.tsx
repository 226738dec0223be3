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
import { useHydrating } from '../../../web/ui/use-hydrating.ts'
import { useEffect, useState } from 'react'

const count = capitalize(spellNumber(services.length))

export function ServicesPage() {
  useStartAtTop()
  return (
    <>
      <PageHead
        label="Services"
        note={`${count} ${services.length === 1 ? 'signal' : 'signals'}`}
        title="Everything between idea and tide."
      >
        <p className="lede">
          {count} {services.length === 1 ? 'service' : 'services'}, one crew. Open a row to see what is in the
          hold.
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

/**
 * Scrolls the services page to the top on client-side navigation and on restored loads. A fresh load is at the top already, and
 * visitors who scroll before hydration or return to the tab keep their position.
 */
function useStartAtTop() {
  const [cameWithDocument] = useState(useHydrating())
  useEffect(() => {
    if (!cameWithDocument || isPositionRestored()) scrollToTop()
  }, [cameWithDocument])
  useEffect(() => {
    window.addEventListener('pagehide', scrollToTop)
    return () => window.removeEventListener('pagehide', scrollToTop)
  }, [])
}

/** Reloads and history navigation restore the scroll position. */
function isPositionRestored(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate')
}

function scrollToTop() {
  window.scrollTo({ top: 0, behavior: 'instant' })
}
