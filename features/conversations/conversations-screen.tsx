import { useId } from 'react'
import { Conversation } from './conversation.tsx'
import { History } from './message-history.tsx'
import { PeopleWithPhone } from './phone-contacts.tsx'
import './conversations.css'

/** Contacts with a phone, the open conversation, and the history of all contacts. */
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
