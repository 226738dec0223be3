import { isAdmin, useProfile, useSignOut } from '../api/session.ts'
import { hasUnsent } from '../api/unsent.ts'
import { useTheme } from '../ui/theme.tsx'
import { useLeave } from './unsaved-changes.tsx'
import { useAddress, useTab } from './url-state.ts'

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
  const newContact = () => change({ contact: 'new', view: null, tab: null, post: null })
  const newPost = () => change({ post: 'new', tab: 'blog', view: null, contact: null })
  const writing = admin && tab === 'blog' && !params.has('view')
  return [
    { label: 'Go to CRM & Communications', keys: ['g', 'c'], run: () => openTab('crm') },
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
