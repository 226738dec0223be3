import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

export interface Tab<Id extends string> {
  id: Id
  label: ReactNode
}

interface TabsProps<Id extends string> {
  label: string
  className?: string
  tabs: readonly Tab<Id>[]
  current: Id
  onChange: (id: Id) => void
  children: ReactNode
}

/** Tabs with manual activation: arrow keys move, Enter or Space selects. Children are the panel. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, className = '', tabs, current, onChange, children } = props
  return (
    <Base.Root
      value={current}
      onValueChange={(value) => {
        const chosen = tabs.find(({ id }) => id === value)
        if (chosen) onChange(chosen.id)
      }}
    >
      <Base.List className={`${styles.tabs} ${className}`.trim()} aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.id} value={tab.id}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel key={current} value={current} className={styles.panel}>
        {children}
      </Base.Panel>
    </Base.Root>
  )
}
