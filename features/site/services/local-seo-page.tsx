import desktop from '../../../web/assets/art/day-local-seo-desktop.svg'
import mobile from '../../../web/assets/art/day-local-seo-mobile.svg'
import light from '../../../web/assets/art/schematic-light.svg'
import range from '../../../web/assets/art/schematic-range.svg'
import { localSeo, searchServices } from '../content/local-seo.ts'
import { Offerings } from './offerings.tsx'
import { ServedAreas } from './served-areas.tsx'
import { ServicePage } from './service-page.tsx'

const drawings = { light, range }
const items = searchServices.map(({ drawing, ...words }) => ({ ...words, image: drawings[drawing] }))

export function LocalSeoPage() {
  return (
    <ServicePage words={localSeo} charts={{ desktop, mobile }}>
      <Offerings
        label="What we look after"
        note="Two services"
        title="Be found. Then be first."
        lede="One brings people to your name. The other brings your name to the top."
        items={items}
      />
      <ServedAreas />
    </ServicePage>
  )
}
