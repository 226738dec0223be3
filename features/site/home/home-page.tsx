import { ContactSection } from '../../submissions/contact-section.tsx'
import { Audiences } from './audiences.tsx'
import { Experience } from './experience.tsx'
import { Facts } from './facts.tsx'
import { Hero } from './hero.tsx'
import { NightWatch } from './night-watch.tsx'
import { Solutions } from './solutions.tsx'

export function HomePage() {
  return (
    <>
      <Hero />
      <Facts />
      <NightWatch />
      <Audiences />
      <Solutions />
      <Experience />
      <ContactSection number={6} />
    </>
  )
}
