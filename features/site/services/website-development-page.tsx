import desktop from '../../../web/assets/art/day-website-development-desktop.svg'
import mobile from '../../../web/assets/art/day-website-development-mobile.svg'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import { benefits, websiteDevelopment } from '../content/website-development.ts'
import { BrandIdentity } from './brand-identity.tsx'
import { Discovery } from './discovery.tsx'
import { RuledList } from './ruled-list.tsx'
import { ServicePage } from './service-page.tsx'
import { SizesOfBusiness } from './sizes-of-business.tsx'
import ruledList from './ruled-list.module.css'
import section from '../../../web/site/section-head.module.css'

export function WebsiteDevelopmentPage() {
  return (
    <ServicePage words={websiteDevelopment} charts={{ desktop, mobile }}>
      <Benefits />
      <BrandIdentity />
      <Discovery />
      <SizesOfBusiness />
    </ServicePage>
  )
}

function Benefits() {
  return (
    <Reveal className="section">
      <div className="wrap">
        <Ruler label="What every site carries" note="Eight benefits" />
        <div className={section.head}>
          <h2>Eight things every site has at launch.</h2>
          <p className="lede">
            None of these is an extra. A site without them is a brochure that nobody picks up.
          </p>
        </div>
        <RuledList items={benefits} className={ruledList.columns} />
      </div>
    </Reveal>
  )
}
