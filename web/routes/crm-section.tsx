import { useCallback } from 'react'
import { BookCall } from '../../features/bookings/book-call.tsx'
import { MeetingActions } from '../../features/bookings/meeting-actions.tsx'
import { MeetingsToday, useMeetingsToday } from '../../features/bookings/meetings-today.tsx'
import type { TextableRow } from '../../features/consent/consent.api.ts'
import { ConsentRecord } from '../../features/consent/consent-record.tsx'
import { ImportButton } from '../../features/contact-import/import-button.tsx'
import { ImportPanel } from '../../features/contact-import/import-panel.tsx'
import { ContactDetails } from '../../features/contacts/contact-details.tsx'
import { NEW_CONTACT } from '../../features/contacts/contacts.ts'
import { ContactsList } from '../../features/contacts/contacts-screen.tsx'
import { NewContact } from '../../features/contacts/new-contact.tsx'
import { TodayList } from '../../features/contacts/today-list.tsx'
import { UndoMerge } from '../../features/contacts/undo-merge.tsx'
import { useDueCount } from '../../features/contacts/use-plan.ts'
import { History } from '../../features/conversations/message-history.tsx'
import { PeopleWithPhone } from '../../features/conversations/phone-contacts.tsx'
import { PersonPane } from '../../features/conversations/person-pane.tsx'
import type { EntryActions } from '../../features/conversations/timeline-entry.tsx'
import { UnseenTexts } from '../../features/conversations/unread-badge.tsx'
import { PersonalData } from '../../features/privacy/personal-data.tsx'
import { ReviewOffer } from '../../features/reviews/review-offer.tsx'
import { ReplyLine, WaitingList } from '../../features/submissions/waiting-list.tsx'
import { useWaitingCount } from '../../features/submissions/use-replies.ts'
import { EmptyList } from '../ui/list-state.tsx'
import { ListTabs } from '../workspace/list-tabs.tsx'
import { Panes } from '../workspace/panes.tsx'
import { type ListId, useAddress, useList, useSelectedId } from '../workspace/url-state.ts'
import { useEscape } from '../workspace/use-escape.ts'

/** The first tab: a list of people, the person chosen in it, and what we know about them. */
export function CrmSection() {
  const list = useList()
  const { params, change } = useAddress()
  const { open, close } = useSelectedId('contact')
  const escape = useCallback(() => {
    if (forms.some((form) => params.has(form))) change({ edit: null, step: null }, { replace: true })
    else if (open !== null) close()
  }, [params, open, close, change])
  useEscape(escape)
  return (
    <Panes
      open={open !== null}
      onClose={close}
      stacked={list === 'phone'}
      list={lists[list](<ListTabs counts={{ waiting: useWaitingCount(), today: useTodayCount() }} />)}
      person={open === null ? nobody[list] : <OpenPerson key={open} id={open} onClose={close} />}
      details={
        open === null || open === NEW_CONTACT ? undefined : (
          <ContactDetails key={open} id={open} offer={<ReviewOffer contactId={open} />}>
            <ConsentRecord contactId={open} />
            <PersonalData contactId={open} />
          </ContactDetails>
        )
      }
    />
  )
}

/** Calls and next steps of today; undefined until both are loaded. */
function useTodayCount(): number | undefined {
  const steps = useDueCount()
  const calls = useMeetingsToday()?.length
  return steps === undefined || calls === undefined ? undefined : steps + calls
}

/** What Escape closes before the contact. */
const forms = ['edit', 'step']

const lists: Record<ListId, (tabs: React.ReactNode) => React.ReactNode> = {
  waiting: (tabs) => (
    <>
      {tabs}
      <WaitingList />
    </>
  ),
  today: (tabs) => (
    <>
      {tabs}
      <TodayList>
        <MeetingsToday />
      </TodayList>
    </>
  ),
  contacts: (tabs) => (
    <ContactsList tabs={tabs} tools={<ImportButton />} badge={unseenTexts}>
      <ImportPanel />
    </ContactsList>
  ),
  phone: (tabs) => (
    <>
      {tabs}
      <PeopleWithPhone />
    </>
  ),
}

/** One function for all renders: the rows are memoized. */
function unseenTexts(contactId: string) {
  return <UnseenTexts contactId={contactId} />
}

/** Beside the list while no person is open. */
const nobody: Record<ListId, React.ReactNode> = {
  waiting: <EmptyList>Choose somebody to read what they wrote and to answer.</EmptyList>,
  today: <EmptyList>Choose a call or a next step to see the person it is about.</EmptyList>,
  // The table takes the whole width.
  contacts: undefined,
  phone: <History />,
}

function bookCall(contact: TextableRow) {
  return <BookCall contact={contact} />
}

const entryActions: EntryActions = {
  merge: (id) => <UndoMerge id={id} />,
  meeting: ({ meeting_id: id, start, what }) => <MeetingActions id={id} start={start} what={what} />,
}

function OpenPerson({ id, onClose }: { id: string; onClose: () => void }) {
  if (id === NEW_CONTACT) return <NewContact onClose={onClose} />
  return (
    <PersonPane id={id} onClose={onClose} entryActions={entryActions} headActions={bookCall}>
      <ReplyLine contactId={id} />
    </PersonPane>
  )
}
