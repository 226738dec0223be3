import desktop from '../../../web/assets/art/day-social-media-desktop.svg'
import mobile from '../../../web/assets/art/day-social-media-mobile.svg'
import answer from '../../../web/assets/art/schematic-answer.svg'
import calendar from '../../../web/assets/art/schematic-calendar.svg'
import reach from '../../../web/assets/art/schematic-reach.svg'
import tally from '../../../web/assets/art/schematic-tally.svg'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { Ruler } from '../../../web/ui/ruler.tsx'
import { channels, rules, socialMedia } from '../content/social-media.ts'
import { Offerings } from './offerings.tsx'
import { RuledList } from './ruled-list.tsx'
import { ServicePage } from './service-page.tsx'
import { WeekOnWatch } from './week-on-watch.tsx'
import beside from './beside.module.css'

const drawings = { answer, calendar, reach, tally }
const items = channels.map(({ drawing, ...words }) => ({ ...words, image: drawings[drawing] }))

export function SocialMediaPage() {
  return (
    <ServicePage words={socialMedia} charts={{ desktop, mobile }}>
      <WeekOnWatch />
      <Offerings
        label="What we run"
        note="Four offerings"
        title="Four jobs, done every week."
        lede="Start with the planning, or let us run all of it. Support runs month to month."
        items={items}
      />
      <Rules />
    </ServicePage>
  )
}

function Rules() {
  return (
    <Reveal className="section">
      <div className="wrap">
        <Ruler label="How we post for you" note="Three rules" />
        <div className={beside.beside}>
          <div className={beside.lead}>
            <h2>It still sounds like you.</h2>
            <p className="lede muted">Three rules, so that your posts sound like you.</p>
          </div>
          <RuledList items={rules} ordered />
        </div>
      </div>
    </Reveal>
  )
}
