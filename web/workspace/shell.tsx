import type { ReactNode } from 'react'
import { TabPanel } from '../ui/tabs.tsx'
import { useToastRoom } from '../ui/toast.tsx'
import { Bar } from './bar.tsx'
import styles from './shell.module.css'
import { Strip } from './strip.tsx'
import { useAddress, useTab, useView } from './url-state.ts'

interface ShellProps {
  /** A line above the content, such as "You are offline". */
  notice: ReactNode
  children: ReactNode
}

/** The frame of the dashboard, as high as the window: bar, strip and the content of a tab or a page. */
export function Shell({ notice, children }: ShellProps) {
  const [tab] = useTab()
  const room = useToastRoom()
  const onTab = useView() === null
  const open = useAddress().params.has('contact')
  return (
    <div className={styles.shell} data-alone={(onTab && tab === 'crm' && open) || undefined}>
      <Bar />
      <Strip group={SECTIONS} />
      <main
        id="main"
        className={`dash ${styles.main}`}
        data-tab={onTab ? tab : undefined}
        tabIndex={-1}
        // The panes of the first tab leave room in the list only.
        style={{ marginBottom: onTab && tab === 'crm' ? 0 : room }}
      >
        {notice}
        {onTab ? (
          <TabPanel key={tab} group={SECTIONS} id={tab} className={styles.panel}>
            {children}
          </TabPanel>
        ) : (
          children
        )}
      </main>
    </div>
  )
}

const SECTIONS = 'dashboard'
