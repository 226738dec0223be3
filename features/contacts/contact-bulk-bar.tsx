import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { contactStatuses } from '../../db/row-types.ts'
import { useClient } from '../../web/api/session.ts'
import { DELETED_FOR_NOW } from './delete-contact.tsx'
import { ConfirmDialog } from '../../web/ui/confirm-dialog.tsx'
import { Modal } from '../../web/ui/modal.tsx'
import { staffName } from '../../web/ui/full-name.ts'
import { Glyph } from '../../web/ui/icon.tsx'
import { DropdownMenu, MenuItem } from '../../web/ui/menu.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useColleagues } from '../../web/workspace/colleagues.tsx'
import { ACTIONS } from '../../web/workspace/commands.ts'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { loadLater } from '../../web/workspace/load-later.tsx'
import { useProvidedCommands } from '../../web/workspace/provided-commands.ts'
import { useLeave } from '../../web/workspace/unsaved-changes.tsx'
import styles from './contact-bulk-bar.module.css'
import { useExport } from './contact-export.tsx'
import { statusLabels } from './contact-status.tsx'
import { changeContacts, type ContactChange } from './contacts.api.ts'
import { refreshContacts } from './use-contacts.ts'
import type { Selection } from './use-selection.ts'

const numbers = new Intl.NumberFormat('en-US')

/** "1 contact", "312 contacts". */
function countContacts(count: number): string {
  return count === 1 ? '1 contact' : `${numbers.format(count)} contacts`
}

const BulkStepForm = loadLater('bulk-step', async () => (await import('./bulk-step-form.tsx')).BulkStepForm)

interface BulkBarProps {
  selection: Selection
  /** Actions of other features, before Export. */
  children: ReactNode
}

/** Actions for the selected contacts, in place of the filters. */
export function BulkBar({ selection, children }: BulkBarProps) {
  const { count, total, all, clear, selectAll, chosen } = selection
  const { change, changing } = useChange(clear)
  const { exportNow, isExporting } = useExport(chosen)
  const colleagues = useColleagues()
  const [deleting, setDeleting] = useState(false)
  const [planning, setPlanning] = useState(false)
  const leave = useLeave()
  const closeForm = () => leave(() => setPlanning(false))
  useProvidedCommands('list', [
    {
      group: ACTIONS,
      label: 'Set the next step of the selected contacts',
      icon: 'clock',
      keys: ['s'],
      takesFocus: true,
      run: () => setPlanning(true),
    },
  ])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- not a group of fields
    <div className={styles.bar} role="group" aria-label="Selected contacts" aria-busy={changing}>
      <output>{numbers.format(count)} selected</output>
      {all || count === total ? null : (
        <button type="button" className={styles.all} onClick={selectAll}>
          Select all {numbers.format(total)}
        </button>
      )}
      <div className={styles.actions}>
        <DropdownMenu
          label="Status"
          className="tool-button"
          disabled={changing}
          trigger={<Trigger label="Status" />}
        >
          {contactStatuses.map((status) => (
            <MenuItem
              key={status}
              onClick={() =>
                change({
                  change: { action: 'status', value: status, chosen: chosen() },
                  done: (changed) => `Status of ${countContacts(changed)} changed to ${statusLabels[status]}`,
                })
              }
            >
              {statusLabels[status]}
            </MenuItem>
          ))}
        </DropdownMenu>
        <DropdownMenu
          label="Owner"
          className="tool-button"
          disabled={changing || colleagues === undefined}
          trigger={<Trigger label="Owner" />}
        >
          {[null, ...(colleagues ?? [])].map((owner) => (
            <MenuItem
              key={owner?.id ?? ''}
              onClick={() =>
                change({
                  change: { action: 'owner', value: owner?.id ?? null, chosen: chosen() },
                  done: (changed) =>
                    owner
                      ? `Owner of ${countContacts(changed)} changed to ${staffName(owner)}`
                      : `Owner of ${countContacts(changed)} removed`,
                })
              }
            >
              {owner ? staffName(owner) : 'No owner'}
            </MenuItem>
          ))}
        </DropdownMenu>
        <ToolButton aria-haspopup="dialog" busy={changing} onClick={() => setPlanning(true)}>
          Next step
        </ToolButton>
        {children}
        <ToolButton busy={isExporting} onClick={exportNow}>
          {isExporting ? 'Exporting...' : 'Export'}
        </ToolButton>
        <ToolButton variant="quiet" busy={changing} onClick={() => setDeleting(true)}>
          Delete
        </ToolButton>
        <ToolButton variant="quiet" icon="close" aria-label="Clear selection" onClick={clear} />
      </div>
      {planning ? (
        <Modal title={`Next step of ${countContacts(count)}`} onClose={closeForm}>
          <BulkStepForm
            busy={changing}
            onClose={closeForm}
            onSave={(step, day, owner) =>
              change({
                change: { action: 'next-step', step, day, owner, chosen: chosen() },
                done: (changed) => `Next step of ${countContacts(changed)} saved`,
              })
            }
          />
        </Modal>
      ) : null}
      <ConfirmDialog
        open={deleting}
        question={`Delete ${countContacts(count)}?`}
        detail={`Are you sure you want to delete ${count === 1 ? 'this contact' : `these ${numbers.format(count)} contacts`}? ${DELETED_FOR_NOW}`}
        confirm={count === 1 ? 'Delete contact' : 'Delete contacts'}
        cancel={count === 1 ? 'Keep contact' : 'Keep contacts'}
        onCancel={() => setDeleting(false)}
        onConfirm={() => {
          setDeleting(false)
          change({
            change: { action: 'delete', chosen: chosen() },
            done: (deleted) => `${capitalCount(deleted)} deleted successfully`,
          })
        }}
      />
    </div>
  )
}

function capitalCount(count: number): string {
  return count === 1 ? 'Contact' : countContacts(count)
}

function Trigger({ label }: { label: string }) {
  return (
    <>
      {label}
      <Glyph name="expand" size={14} />
    </>
  )
}

interface Change {
  change: ContactChange
  /** What the toast says about so many contacts. */
  done: (count: number) => string
}

/** Changes contacts, with undo. */
function useChange(onDone: () => void) {
  const backend = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const fail = useFailureToast()
  const undo = useMutation({
    mutationFn: (at: string) => changeContacts(backend, { action: 'undo', at }),
    onSuccess: ({ count }) => {
      toast({ title: 'Success', text: `Undone for ${countContacts(count)}` })
      refreshContacts(queries)
    },
    onError: (error) => fail('Failed to undo the change', error),
  })
  const { mutate, isPending } = useMutation({
    mutationFn: ({ change }: Change) => changeContacts(backend, change),
    onSuccess: ({ count, at }, { done }) => {
      toast({ title: 'Success', text: done(count), action: { label: 'Undo', run: () => undo.mutate(at) } })
      onDone()
      refreshContacts(queries)
    },
    onError: (error, { change: { action } }) => {
      fail(action === 'delete' ? 'Failed to delete contacts' : 'Failed to update contacts', error)
      refreshContacts(queries)
    },
  })
  return { change: mutate, changing: isPending }
}
