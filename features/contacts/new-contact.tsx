import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { ContactForm } from './contact-editor.tsx'
import styles from './new-contact.module.css'

/** The form for a new contact. */
export function NewContact({ onClose }: { onClose: () => void }) {
  return (
    <div className={styles.page}>
      <Panel
        title="New contact"
        aside={<ToolButton icon="close" aria-label="Close form" onClick={onClose} />}
      >
        <ContactForm contact={null} onClose={onClose} />
      </Panel>
    </div>
  )
}
