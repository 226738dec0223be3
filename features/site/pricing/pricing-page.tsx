import { ButtonLink } from '../../../web/ui/button.tsx'
import { ClosingBand } from '../../../web/site/closing-band.tsx'
import { PageHead } from '../../../web/site/page-head.tsx'
import { Expectations } from './expectations.tsx'
import { Questions } from './questions.tsx'
import { WaysToStart } from './ways-to-start.tsx'

export function PricingPage() {
  return (
    <>
      <PageHead label="Pricing" note="Measured, then priced" title={<>Measure twice. Quote&nbsp;once.</>}>
        <p className="lede">
          Every job is different. Tell us about yours and we write one clear price, hosting included.
        </p>
        <ButtonLink to="/contact" variant="signal">
          Request a Custom Quote
        </ButtonLink>
      </PageHead>
      <WaysToStart />
      <Expectations />
      <Questions />
      <ClosingBand title="Ask for your price.">
        <p className="lede">One call, one page, no surprises.</p>
        <ButtonLink to="/contact">Get Your Custom Quote</ButtonLink>
      </ClosingBand>
    </>
  )
}
