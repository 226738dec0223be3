import desktop from '../../../web/assets/art/day-custom-apps-desktop.svg'
import mobile from '../../../web/assets/art/day-custom-apps-mobile.svg'
import harbor from '../../../web/assets/art/schematic-harbor.svg'
import locks from '../../../web/assets/art/schematic-locks.svg'
import stages from '../../../web/assets/art/schematic-stages.svg'
import threshold from '../../../web/assets/art/schematic-threshold.svg'
import { apps, customApps } from '../content/custom-apps.ts'
import { CourseLine } from './course-line.tsx'
import { Offerings } from './offerings.tsx'
import { ServicePage } from './service-page.tsx'

const drawings = { harbor, locks, stages, threshold }
const items = apps.map(({ drawing, ...words }) => ({ ...words, image: drawings[drawing] }))

export function CustomAppsPage() {
  return (
    <ServicePage words={customApps} charts={{ desktop, mobile }}>
      <Offerings
        label="What we build"
        note="Four offerings"
        title="Four tools, cut to fit."
        lede="Each is built around how you already work, and kept small enough to understand."
        items={items}
      />
      <CourseLine />
    </ServicePage>
  )
}
