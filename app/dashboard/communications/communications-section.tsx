import { useId } from 'react'
import { History } from './history.tsx'
import { PeopleWithPhone } from './people-with-phone.tsx'
import './communications.css'

/** Who can be called or texted, and what was said so far. */
export function CommunicationsSection() {
  const id = useId()
  return (
    <section className="communications" aria-labelledby={id}>
      <h2 id={id}>Communications</h2>
      <div className="communications-columns">
        <PeopleWithPhone />
        <History />
      </div>
    </section>
  )
}
