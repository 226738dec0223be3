import { isAdmin, useProfile, useSignOut } from '../api/session.ts'
import { hasUnsent } from '../api/unsent.ts'
import { useTheme } from '../ui/theme.tsx'
import { useLeave } from './unsaved-changes.tsx'
import { closedRecord, type ListId, useAddress, useTab } from './url-state.ts'

export interface Command {
  label: string
  /** Keyboard shortcut, as a key sequence. */
  keys?: readonly string[]
  /** Opens something that takes the focus. */
  takesFocus?: true
  run: () => void
}

/** Commands of the keyboard and the palette that the role allows. */
export function useCommands(): Command[] {
  const { params, change } = useAddress()
  const [tab, openTab] = useTab()
  const { chooseTheme } = useTheme()
  const { signOut } = useSignOut()
  const leave = useLeave()
  const admin = isAdmin(useProfile().role)

  const openView = (view: string) => change({ view, tab: null, contact: null, post: null })
  const openList = (list: ListId) =>
    change({
      ...closedRecord,
      list: list === 'waiting' ? null : list,
      contact: null,
      view: null,
      tab: null,
      post: null,
    })
  const newContact = () => change({ contact: 'new', view: null, tab: null, post: null })
  const newPost = () => change({ post: 'new', tab: 'blog', view: null, contact: null })
  const person = params.get('contact')
  const reading = person !== null && person !== 'new' && !params.has('view') && tab === 'crm'
  const writing = admin && tab === 'blog' && !params.has('view')
  return [
    { label: 'Go to CRM & Communications', keys: ['g', 'c'], run: () => openTab('crm') },
    { label: 'Waiting', keys: ['1'], run: () => openList('waiting') },
    { label: 'Today', keys: ['2'], run: () => openList('today') },
    { label: 'Contacts', keys: ['3'], run: () => openList('contacts') },
    { label: 'With a phone', keys: ['4'], run: () => openList('phone') },
    { label: 'Go to Blog', keys: ['g', 'b'], run: () => openTab('blog') },
    { label: 'Go to Notifications', keys: ['g', 'n'], run: () => openTab('notifications') },
    { label: 'Go to Payments', keys: ['g', 'p'], run: () => openTab('payments') },
    ...(admin
      ? [
          { label: 'Go to Team', keys: ['g', 't'], run: () => openView('team') },
          { label: 'Go to Allowed to text', run: () => openView('texting') },
        ]
      : []),
    { label: 'Go to Text templates', keys: ['g', 'm'], run: () => openView('templates') },
    { label: 'Go to Recycle bin', run: () => openView('recycle-bin') },
    { label: 'Go to Your account', keys: ['g', 'a'], run: () => openView('account') },
    ...(reading
      ? [
          { label: 'Reply', keys: ['r'], run: focusReply, takesFocus: true as const },
          { label: 'Edit contact', keys: ['e'], run: () => change({ edit: '1' }, { replace: true }) },
          {
            label: 'Set the next step',
            keys: ['s'],
            run: () => change({ edit: null, step: '1', pane: 'details' }, { replace: true }),
            takesFocus: true as const,
          },
        ]
      : []),
    { label: 'New contact', ...(writing ? {} : { keys: ['n'] }), run: newContact, takesFocus: true },
    ...(admin
      ? [{ label: 'New post', ...(writing ? { keys: ['n'] } : {}), run: newPost, takesFocus: true as const }]
      : []),
    { label: 'Light theme', run: () => chooseTheme('light') },
    { label: 'Dark theme', run: () => chooseTheme('dark') },
    { label: 'Theme as the system', run: () => chooseTheme(null) },
    { label: 'Sign Out', run: () => leave(signOut, hasUnsent()) },
  ]
}

function focusReply(): void {
  document.querySelector<HTMLTextAreaElement>('section[aria-label=Reply] textarea')?.focus()
}
