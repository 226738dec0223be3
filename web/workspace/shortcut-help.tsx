import { Checkbox } from '../ui/checkbox.tsx'
import { Modal } from '../ui/modal.tsx'
import { useSingleKeys } from './key-bindings.ts'
import { GO_TO, type Command } from './commands.ts'
import styles from './shortcut-help.module.css'

interface ShortcutHelpProps {
  commands: readonly Command[]
  onClose: () => void
}

/** The list of shortcuts, opened with `?`. */
export default function ShortcutHelp({ commands, onClose }: ShortcutHelpProps) {
  const [single, turnSingle] = useSingleKeys()
  const listed = [
    { label: 'Search', keys: ['/'] },
    ...commands.flatMap(({ group, label, keys }) =>
      keys ? [{ label: group === GO_TO ? `${group} ${label}` : label, keys }] : [],
    ),
    { label: 'Show new leads', keys: ['.'] },
    { label: 'Next and previous row of a list', keys: ['j', 'k'] },
    { label: 'Next pane', keys: ['F6'] },
    { label: 'Undo the last action', keys: ['z'] },
    { label: 'Mark the notification as read or unread', keys: ['u'] },
    { label: 'Delete the notification', keys: ['#'] },
    { label: 'Select the row; with Shift, all from the last one', keys: ['x'] },
    { label: 'Find a command or a contact', keys: ['Ctrl or ⌘', 'K'] },
    { label: 'Save the open post', keys: ['Ctrl or ⌘', 'S'] },
    { label: 'Close the open form', keys: ['Esc'] },
    { label: 'Keyboard shortcuts', keys: ['?'] },
  ]
  // A command that is there only at times is named here all the time.
  const keysByLabel = new Map(listed.map(({ label, keys }) => [label, keys]))
  return (
    <Modal title="Keyboard shortcuts" wide onClose={onClose}>
      <dl className={styles.list}>
        {Array.from(keysByLabel, ([label, keys]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label="Use single keys as shortcuts"
        checked={single}
        onChange={({ target }) => turnSingle(target.checked)}
      />
    </Modal>
  )
}
