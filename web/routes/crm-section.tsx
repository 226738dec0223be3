import { useCallback } from 'react'
import { useMeetingsToday } from '../../features/bookings/meetings-today.tsx'
import { NEW_CONTACT } from '../../features/contacts/contacts.ts'
import { useDueCount } from '../../features/contacts/use-due-steps.ts'
import { WaitingList } from '../../features/submissions/waiting-list.tsx'
import { useWaitingCount } from '../../features/submissions/use-replies.ts'
import { EmptyList } from '../ui/list-state.tsx'
import { ToolButton } from '../ui/tool-button.tsx'
import { ListTabs } from '../workspace/list-tabs.tsx'
import { loadLater } from '../workspace/load-later.tsx'
import { Panes } from '../workspace/panes.tsx'
import { type ListId, useAddress, useList, useSelectedId } from '../workspace/url-state.ts'
import { useEscape } from '../workspace/use-escape.ts'

const OpenPerson = loadLater('person', async () => (await import('./open-person.tsx')).OpenPerson)
const PersonDetails = loadLater('details', async () => (await import('./open-person.tsx')).PersonDetails)
const Today = loadLater('today', async () => (await import('./other-lists.tsx')).Today)
const Contacts = loadLater(
  'contacts',
  async () => (await import('./other-lists.tsx')).Contacts,
  // The line with the lists is there at once.
  ({ tabs }, state) => (
    <>
      {tabs}
      {state}
    </>
  ),
)
const PeopleWithPhone = loadLater('phone', async () => (await import('./other-lists.tsx')).PeopleWithPhone)
const History = loadLater('history', async () => (await import('./other-lists.tsx')).History)
const ImportPanel = loadLater(
  'import',
  async () => (await import('../../features/contact-import/import-panel.tsx')).ImportPanel,
)

/** What of this tab is fetched ahead, the most used first. */
export const crmParts = [OpenPerson, PersonDetails, Contacts, Today, PeopleWithPhone, History, ImportPanel]

/** The first tab: a list of people, the person chosen in it, and what we know about them. */
export function CrmSection() {
  const list = useList()
  const { params, change } = useAddress()
  const { open, close } = useSelectedId('contact')
  const escape = useCallback(() => {
    if (forms.some((form) => params.has(form)))
      change({ edit: null, step: null, consent: null }, { replace: true })
    else if (open !== null) close()
  }, [params, open, close, change])
  useEscape(escape)
  return (
    <Panes
      open={open !== null}
      stacked={list === 'phone'}
      list={lists[list](<ListTabs counts={{ waiting: useWaitingCount(), today: useTodayCount() }} />)}
      person={open === null ? nobody[list] : <OpenPerson key={open} id={open} onClose={close} />}
      details={open === null || open === NEW_CONTACT ? undefined : <PersonDetails key={open} id={open} />}
    />
  )
}

/** Calls and next steps of today; undefined until both are loaded. */
function useTodayCount(): number | undefined {
  const steps = useDueCount()
  const calls = useMeetingsToday()?.length
  return steps === undefined || calls === undefined ? undefined : steps + calls
}

/** Where to go on when nobody waits. */
function OpenToday() {
  const { change } = useAddress()
  const count = useTodayCount()
  if (!count) return null
  return (
    <>
      <span>Next up is Today: {count} due.</span>
      <ToolButton onClick={() => change({ list: 'today' })}>Open Today</ToolButton>
    </>
  )
}

/** What Escape closes before the contact. */
const forms = ['edit', 'step', 'consent']

const lists: Record<ListId, (tabs: React.ReactNode) => React.ReactNode> = {
  waiting: (tabs) => (
    <>
      {tabs}
      <WaitingList whenEmpty={<OpenToday />} />
    </>
  ),
  today: (tabs) => (
    <>
      {tabs}
      <Today />
    </>
  ),
  contacts: (tabs) => (
    <Contacts tabs={tabs}>
      <Import />
    </Contacts>
  ),
  phone: (tabs) => (
    <>
      {tabs}
      <PeopleWithPhone />
    </>
  ),
}

/** The import under way, if the address names one. */
function Import() {
  const { params } = useAddress()
  return params.has('import') ? <ImportPanel /> : null
}

/** Beside the list while no person is open. */
const nobody: Record<ListId, React.ReactNode> = {
  waiting: <EmptyList>Choose somebody to read what they wrote and to answer.</EmptyList>,
  today: <EmptyList>Choose a call or a next step to see the person it is about.</EmptyList>,
  // The table takes the whole width.
  contacts: undefined,
  phone: <History />,
}
