import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useRef, useState } from 'react'
import { personName } from '../ui/full-name.ts'
import { useAddress } from './url-state.ts'
import { useContactSearch } from '../../features/contacts/use-contact-search.ts'
import type { Command } from './commands.ts'

interface CommandPaletteProps {
  commands: readonly Command[]
  onClose: () => void
}

/** Command palette: commands, and contacts by name, email or company. */
export default function CommandPalette({ commands, onClose }: CommandPaletteProps) {
  const [typed, setTyped] = useState('')
  const contacts = useContactCommands(typed)
  const matching = commands.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()))
  const items = [...matching, ...contacts]
  const chosen = useRef<PaletteItem>(null)
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="confirm-scrim" />
        <Dialog.Popup
          className="confirm palette"
          aria-label="Command palette"
          // Restores focus, unless the chosen item takes it: an open contact panel, or one about to open.
          finalFocus={() => !chosen.current?.takesFocus || chosen.current.findOpen?.() || false}
        >
          <Autocomplete.Root
            open
            inline
            mode="none"
            items={items}
            itemToStringValue={({ label }) => label}
            value={typed}
            onValueChange={(value, { reason }) => (reason === 'item-press' ? undefined : setTyped(value))}
            autoHighlight="always"
            keepHighlight
          >
            <Autocomplete.Input
              className="control palette-field"
              aria-label="Find a command or a contact"
              placeholder="Find a command or a contact"
            />
            <Autocomplete.Empty className="palette-empty">Nothing found.</Autocomplete.Empty>
            <Autocomplete.List className="palette-list" aria-label="Results">
              {(item: PaletteItem) => (
                <Autocomplete.Item
                  key={item.id ?? item.label}
                  value={item}
                  className="palette-item"
                  onClick={() => {
                    chosen.current = item
                    onClose()
                    item.run()
                  }}
                >
                  <span>{item.label}</span>
                  {item.detail ? <span className="palette-detail">{item.detail}</span> : null}
                  {item.keys ? (
                    <span aria-hidden="true">
                      {item.keys.map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </span>
                  ) : null}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface PaletteItem extends Command {
  id?: string
  detail?: string
  /** The element it would open, if it is open already. */
  findOpen?: () => HTMLElement | null
}

function useContactCommands(typed: string): PaletteItem[] {
  const { params, change } = useAddress()
  return useContactSearch(typed).map((contact) => ({
    id: contact.id,
    label: personName(contact),
    detail: contact.company ?? contact.email ?? '',
    takesFocus: true,
    findOpen: () =>
      params.get('contact') === contact.id ? document.querySelector('.contact-panel h2') : null,
    run: () => change({ contact: contact.id, tab: null, view: null, post: null }),
  }))
}
