import { useId } from 'react'
import { Conversation } from './conversation.tsx'
import { History } from './message-history.tsx'
import { PeopleWithPhone } from './phone-contacts.tsx'
import './conversations.css'

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
