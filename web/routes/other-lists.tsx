import type { ReactNode } from 'react'
import { MeetingsToday } from '../../features/bookings/meetings-today.tsx'
import { ImportButton } from '../../features/contact-import/import-button.tsx'
import { ContactsList } from '../../features/contacts/contacts-screen.tsx'
import type { Selection } from '../../features/contacts/use-selection.ts'
import { TodayList } from '../../features/contacts/today-list.tsx'
import { TextMany } from '../../features/conversations/text-many.tsx'
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
    <ContactsList tabs={tabs} tools={<ImportButton />} badge={unseenTexts} bulkTools={textMany}>
      {children}
    </ContactsList>
  )
}

/** One function for all renders: the rows are memoized. */
function unseenTexts(contactId: string) {
  return <UnseenTexts contactId={contactId} />
}

function textMany({ count, chosen, clear }: Selection) {
  return <TextMany count={count} chosen={chosen()} onDone={clear} />
}
