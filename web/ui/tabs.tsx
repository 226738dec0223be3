import { useId, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'
import styles from './tabs.module.css'

export interface Tab<Id extends string> {
  id: Id
  label: ReactNode
}

interface TabListProps<Id extends string> {
  /** Shared with the panels, unique on the page. */
  group: string
  label: string
  className?: string | undefined
  tabs: readonly Tab<Id>[]
  /** Null if none of the panels is shown. */
  current: Id | null
  onChange: (id: Id) => void
}

/** The tabs of WAI-ARIA with manual activation: arrow keys, Home and End move, Enter or Space selects. */
export function TabList<Id extends string>(props: TabListProps<Id>) {
  const { group, label, className, tabs, current, onChange } = props
  const stop = current ?? tabs[0]?.id
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs have the focus
    <div role="tablist" className={className} aria-label={label} onKeyDown={moveFocus}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={tabName(group, tab.id)}
          aria-selected={tab.id === current}
          aria-controls={tab.id === current ? panelName(group, tab.id) : undefined}
          tabIndex={tab.id === stop ? 0 : -1}
          onClick={() => onChange(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}

interface TabPanelProps extends Omit<ComponentProps<'div'>, 'id'> {
  group: string
  /** Id of its tab. */
  id: string
}

/** Makes an element the panel of a tab. */
export function panelAttributes(group: string, id: string) {
  return { role: 'tabpanel', id: panelName(group, id), 'aria-labelledby': tabName(group, id) } as const
}

/** What a tab shows. */
export function TabPanel({ group, id, children, ...props }: TabPanelProps) {
  return (
    <div
      {...panelAttributes(group, id)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- WAI-ARIA: a panel may begin without a control
      tabIndex={0}
      {...props}
    >
      {children}
    </div>
  )
}

interface TabsProps<Id extends string> extends Omit<TabListProps<Id>, 'group'> {
  current: Id
  children: ReactNode
}

/** Tabs in a frame. Children are the panel. */
export function Tabs<Id extends string>({ className = '', children, ...list }: TabsProps<Id>) {
  const group = useId()
  return (
    <>
      <TabList group={group} className={`${styles.tabs} ${className}`.trim()} {...list} />
      <TabPanel key={list.current} group={group} id={list.current} className={styles.panel}>
        {children}
      </TabPanel>
    </>
  )
}

const tabName = (group: string, id: string) => `${group}-tab-${id}`
const panelName = (group: string, id: string) => `${group}-panel-${id}`

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const next = nextPlace(
    event.key,
    tabs.findIndex((tab) => tab === document.activeElement),
    tabs.length,
  )
  if (next === undefined) return
  event.preventDefault()
  tabs[next]?.focus()
}

function nextPlace(key: string, place: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (place + 1) % count
    case 'ArrowLeft':
      return (place - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
