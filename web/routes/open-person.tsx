import { BookCall } from '../../features/bookings/book-call.tsx'
import { MeetingActions } from '../../features/bookings/meeting-actions.tsx'
import type { TextableRow } from '../../features/consent/consent.api.ts'
import { ConsentRecord } from '../../features/consent/consent-record.tsx'
import { ContactDetails } from '../../features/contacts/contact-details.tsx'
import { ContactStatusMark } from '../../features/contacts/contact-status.tsx'
import { NEW_CONTACT } from '../../features/contacts/contacts.ts'
import { NewContact } from '../../features/contacts/new-contact.tsx'
import { RemindMe, StepLine } from '../../features/contacts/step-line.tsx'
import { UndoMerge } from '../../features/contacts/undo-merge.tsx'
import { PersonPane } from '../../features/conversations/person-pane.tsx'
import type { EntryActions } from '../../features/conversations/timeline-entry.tsx'
import { PersonalData } from '../../features/privacy/personal-data.tsx'
import { ReviewOffer } from '../../features/reviews/review-offer.tsx'
import { ReplyLine } from '../../features/submissions/waiting-list.tsx'

function bookCall(contact: TextableRow) {
  return <BookCall contact={contact} />
}

const entryActions: EntryActions = {
  merge: (id) => <UndoMerge id={id} />,
  meeting: ({ meeting_id: id, start, what }) => <MeetingActions id={id} start={start} what={what} />,
}

/** The person chosen in a list, or the form for a new one. */
export function OpenPerson({ id, onClose }: { id: string; onClose: () => void }) {
  if (id === NEW_CONTACT) return <NewContact onClose={onClose} />
  return (
    <PersonPane
      id={id}
      onClose={onClose}
      entryActions={entryActions}
      status={<ContactStatusMark id={id} />}
      headActions={bookCall}
    >
      <ReplyLine
        contactId={id}
        postpone={<RemindMe contactId={id} />}
        otherwise={<StepLine contactId={id} />}
      />
    </PersonPane>
  )
}

/** What we know about the person. */
export function PersonDetails({ id }: { id: string }) {
  return (
    <ContactDetails id={id} offer={<ReviewOffer contactId={id} />}>
      <ConsentRecord contactId={id} />
      <PersonalData contactId={id} />
    </ContactDetails>
  )
}
