import desktop from '../../../web/assets/art/day-ai-automation-desktop.svg'
import mobile from '../../../web/assets/art/day-ai-automation-mobile.svg'
import fix from '../../../web/assets/art/schematic-fix.svg'
import ping from '../../../web/assets/art/schematic-ping.svg'
import splice from '../../../web/assets/art/schematic-splice.svg'
import tackle from '../../../web/assets/art/schematic-tackle.svg'
import { aiAutomation, automations } from '../content/ai-automation.ts'
import { Offerings } from './offerings.tsx'
import { ServicePage } from './service-page.tsx'
import { StaffGauge } from './staff-gauge.tsx'

const drawings = { fix, ping, splice, tackle }
const items = automations.map(({ drawing, ...words }) => ({ ...words, image: drawings[drawing] }))

export function AiAutomationPage() {
  return (
    <ServicePage words={aiAutomation} charts={{ desktop, mobile }}>
      <StaffGauge />
      <Offerings
        label="What we build"
        note="Four offerings"
        title="Four ways to lighten the load."
        lede="Start with one, or with all four. Automations usually go live in 4 to 8 weeks."
        items={items}
      />
    </ServicePage>
  )
}
