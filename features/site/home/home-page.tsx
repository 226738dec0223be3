import type { ReactNode } from 'react'
import { Audiences } from './audiences.tsx'
import { Experience } from './experience.tsx'
import { Facts } from './facts.tsx'
import { Hero } from './hero.tsx'
import { NightWatch } from './night-watch.tsx'
import { Proof, type ShownWork } from './proof.tsx'
import { Solutions } from './solutions.tsx'

interface HomePageProps {
  works: readonly ShownWork[]
  /** The contact section. */
  children: ReactNode
}

export function HomePage({ works, children }: HomePageProps) {
  return (
    <>
      <Hero />
      <Facts />
      <NightWatch />
      <Audiences />
      <Proof works={works} />
      <Solutions />
      <Experience />
      {children}
    </>
  )
}
