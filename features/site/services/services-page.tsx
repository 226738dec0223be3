import { ButtonLink } from '../../../web/ui/button.tsx'
import { ClosingBand } from '../../../web/site/closing-band.tsx'
import { PageHead } from '../../../web/site/page-head.tsx'
import { ServiceRows } from './service-rows.tsx'
import './services-page.css'
import { catalogue } from '../content/services.ts'
import { breadcrumbs, businessId, type StructuredData } from '../../../web/site/json-ld.tsx'
import { serviceAddress } from '../../../web/site/service-address.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'

export function ServicesPage() {
  useStartAtTop()
  return (
    <>
      <PageHead label="Services" note="Six signals" title="Everything between idea and tide.">
        <p className="lede">Six services, one crew. Open a row to see what is in the hold.</p>
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

/** The six services in their order, for search engines. */
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
 * The services page starts at its top whenever it is loaded. A page that was just opened is there already, and whoever reads
 * on before scripts have started is left alone, as is whoever comes back to its tab.
 */
function useStartAtTop() {
  const hydrating = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  )
  const [cameWithDocument] = useState(hydrating)
  useEffect(() => {
    if (!cameWithDocument || positionRestored()) toTop()
  }, [cameWithDocument])
  useEffect(() => {
    window.addEventListener('pagehide', toTop)
    return () => window.removeEventListener('pagehide', toTop)
  }, [])
}

/** Reloads and returns through the history bring back where the visitor was. */
function positionRestored(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate')
}

function toTop() {
  window.scrollTo({ top: 0, behavior: 'instant' })
}

function neverChanges() {
  return () => undefined
}
