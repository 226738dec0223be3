import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { Bar } from './bar.tsx'
import styles from './shell.module.css'
import { Strip } from './strip.tsx'
import { tabIds, useTab, useView } from './url-state.ts'

interface ShellProps {
  /** A line above the content, such as "You are offline". */
  notice: ReactNode
  children: ReactNode
}

/** The frame of the dashboard, as high as the window: bar, strip and the content of a tab or a page. */
export function Shell({ notice, children }: ShellProps) {
  const [tab, openTab] = useTab()
  // A page of the account or the team belongs to no tab.
  const current = useView() === null ? tab : null
  return (
    <div className={styles.shell}>
      <Bar />
      <Tabs.Root
        className={styles.tabs}
        value={current}
        onValueChange={(value) => {
          const chosen = tabIds.find((id) => id === value)
          if (chosen) openTab(chosen)
        }}
      >
        <Strip />
        <main id="main" className={`dash ${styles.main}`} data-tab={current ?? undefined} tabIndex={-1}>
          {notice}
          {current === null ? (
            children
          ) : (
            <Tabs.Panel key={current} value={current} className={styles.panel}>
              {children}
            </Tabs.Panel>
          )}
        </main>
      </Tabs.Root>
    </div>
  )
}
