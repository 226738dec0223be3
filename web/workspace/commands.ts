import { isAdmin, useProfile, useSignOut } from '../api/session.ts'
import { hasUnsent } from '../api/unsent.ts'
import type { GlyphName } from '../ui/icon.tsx'
import { useTheme } from '../ui/theme.tsx'
import { useLeave } from './unsaved-changes.tsx'
import { closedRecord, type ListId, useAddress, useTab } from './url-state.ts'

export interface Command {
  label: string
  /** Heading in the palette. */
  group: string
  icon: GlyphName
  /** Shown in the palette only once something is typed, because there are too many of its kind to list. */
  typedOnly?: true
  /** Keyboard shortcut, as a key sequence. */
  keys?: readonly string[]
  /** Opens something that takes the focus. */
  takesFocus?: true
  run: () => void
}

export const GO_TO = 'Go to'
export const ACTIONS = 'Actions'

/** Commands of the keyboard and the palette that the role allows on every screen. */
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
    goTo('Waiting', 'people', () => openList('waiting'), '1'),
    goTo('Today', 'clock', () => openList('today'), '2'),
    goTo('Contacts', 'people', () => openList('contacts'), '3'),
    goTo('With a phone', 'call', () => openList('phone'), '4'),
    goTo('CRM & Communications', 'message', () => openTab('crm'), 'g', 'c'),
    goTo('Blog', 'article', () => openTab('blog'), 'g', 'b'),
    goTo('Notifications', 'bell', () => openTab('notifications'), 'g', 'n'),
    goTo('Payments', 'card', () => openTab('payments'), 'g', 'p'),
    ...(admin
      ? [
          goTo('Team', 'people', () => openView('team'), 'g', 't'),
          goTo('Texting registration', 'message', () => openView('texting')),
        ]
      : []),
    goTo('Results', 'ascending', () => openView('results'), 'g', 'r'),
    goTo('Bookings', 'clock', () => openView('bookings'), 'g', 'k'),
    goTo('Text templates', 'message', () => openView('templates'), 'g', 'm'),
    goTo('Recently deleted', 'delete', () => openView('recycle-bin')),
    goTo('Your account', 'people', () => openView('account'), 'g', 'a'),
    {
      ...act('New contact', 'plus', newContact),
      ...(writing || reading ? {} : { keys: ['n'] }),
      takesFocus: true,
    },
    ...(admin
      ? [
          {
            ...act('New post', 'plus', newPost),
            ...(writing ? { keys: ['n'] } : {}),
            takesFocus: true as const,
          },
        ]
      : []),
    act('Light theme', 'theme', () => chooseTheme('light')),
    act('Dark theme', 'theme', () => chooseTheme('dark')),
    act('Theme as the system', 'theme', () => chooseTheme(null)),
    act('Sign Out', 'view', () => leave(signOut, hasUnsent())),
  ]
}

function goTo(label: string, icon: GlyphName, run: () => void, ...keys: string[]): Command {
  return { group: GO_TO, label, icon, run, ...(keys.length > 0 ? { keys } : {}) }
}

function act(label: string, icon: GlyphName, run: () => void): Command {
  return { group: ACTIONS, label, icon, run }
}
