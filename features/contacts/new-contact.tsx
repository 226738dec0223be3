import { useState } from 'react'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { AlreadyHere } from './already-here.tsx'
import { ContactForm } from './contact-editor.tsx'
import type { TypedContact } from './contact-merges.api.ts'
import styles from './new-contact.module.css'

/** The form for a new contact, and beside it who may be the same person. */
export function NewContact({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState<TypedContact>({ email: '', phone: '', company: '' })
  return (
    <div className={styles.panes}>
      <div className={styles.page}>
        <Panel
          title="New contact"
          aside={<ToolButton variant="quiet" icon="close" aria-label="Close form" onClick={onClose} />}
        >
          <ContactForm contact={null} onType={setTyped} onClose={onClose} />
        </Panel>
      </div>
      <AlreadyHere typed={typed} />
    </div>
  )
}
