import type { ReactNode } from 'react'
import { MeetingsToday } from '../../features/bookings/meetings-today.tsx'
import { ImportButton } from '../../features/contact-import/import-button.tsx'
import { ContactsList } from '../../features/contacts/contacts-screen.tsx'
import { TodayList } from '../../features/contacts/today-list.tsx'
import { UnseenTexts } from '../../features/conversations/unread-badge.tsx'

export { History } from '../../features/conversations/message-history.tsx'
export { PeopleWithPhone } from '../../features/conversations/phone-contacts.tsx'

/** The calls and the next steps of today. */
export function Today() {
  return (
    <TodayList>
      <MeetingsToday />
    </TodayList>
  )
}

/** All contacts. */
export function Contacts({ tabs, children }: { tabs: ReactNode; children: ReactNode }) {
  return (
    <ContactsList tabs={tabs} tools={<ImportButton />} badge={unseenTexts}>
      {children}
    </ContactsList>
  )
}

/** One function for all renders: the rows are memoized. */
function unseenTexts(contactId: string) {
  return <UnseenTexts contactId={contactId} />
}
