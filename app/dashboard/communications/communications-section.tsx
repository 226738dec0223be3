import { useId } from 'react'
import { Conversation } from './conversation.tsx'
import { History } from './history.tsx'
import { PeopleWithPhone } from './people-with-phone.tsx'
import './communications.css'

/** Who can be called or texted, the conversation that is open, and what was said last with anybody. */
export function CommunicationsSection() {
  const id = useId()
  return (
    <section className="communications" aria-labelledby={id}>
      <h2 id={id}>Communications</h2>
      <div className="communications-columns">
        <PeopleWithPhone />
        <Conversation />
        <History />
      </div>
    </section>
  )
}
