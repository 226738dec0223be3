import type { ReactNode } from 'react'
import { Audiences } from './audiences.tsx'
import { Experience } from './experience.tsx'
import { Facts } from './facts.tsx'
import { Hero } from './hero.tsx'
import { NightWatch } from './night-watch.tsx'
import { Solutions } from './solutions.tsx'

/** The home page; `children` is its contact section. */
export function HomePage({ children }: { children: ReactNode }) {
  return (
    <>
      <Hero />
      <Facts />
      <NightWatch />
      <Audiences />
      <Solutions />
      <Experience />
      {children}
    </>
  )
}
