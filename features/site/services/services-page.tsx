import { ButtonLink } from '../../../web/ui/button.tsx'
import { ClosingBand } from '../../../web/site/closing-band.tsx'
import { PageHead } from '../../../web/site/page-head.tsx'
import { ServiceRows } from './service-rows.tsx'
import { useStartAtTop } from './use-start-at-top.ts'
import './services-page.css'

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
