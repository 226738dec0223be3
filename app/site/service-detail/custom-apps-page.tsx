import desktop from '../../assets/art/day-custom-apps-desktop.svg'
import mobile from '../../assets/art/day-custom-apps-mobile.svg'
import harbor from '../../assets/art/schematic-harbor.svg'
import locks from '../../assets/art/schematic-locks.svg'
import stages from '../../assets/art/schematic-stages.svg'
import threshold from '../../assets/art/schematic-threshold.svg'
import { apps, customApps } from '../content/custom-apps.ts'
import { CourseLine } from './course-line.tsx'
import { Offerings } from './offerings.tsx'
import { ServicePage } from './service-page.tsx'
import './custom-apps.css'

const drawings = { harbor, locks, stages, threshold }
const items = apps.map(({ drawing, ...words }) => ({ ...words, image: drawings[drawing] }))

export function CustomAppsPage() {
  return (
    <ServicePage words={customApps} charts={{ desktop, mobile }}>
      <Offerings
        number={1}
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
