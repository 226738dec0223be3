import type { ReactNode } from 'react'
import { ButtonLink } from '../../../web/ui/button.tsx'
import { usePublicSettings } from '../../../web/root-data.ts'
import { ClosingBand } from '../../../web/site/closing-band.tsx'
import { PhoneButton } from '../../submissions/phone-button.tsx'
import type { ServiceWords } from '../content/service-words.ts'
import { JsonLd } from '../../../web/site/json-ld.tsx'
import { FlagPager } from './flag-pager.tsx'
import { serviceData } from './service-data.ts'
import { ServiceHead, type ServiceCharts } from './service-head.tsx'
import './service-page.css'

interface ServicePageProps {
  words: ServiceWords
  charts: ServiceCharts
  /** The sections between the chart and the closing band. */
  children: ReactNode
}

/** What all service pages share: chart, closing band, and the way to the other services. */
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
