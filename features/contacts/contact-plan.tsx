import { useRef, useState, type ReactNode } from 'react'
import { contactStatuses, type PlannedContact } from '../../db/row-types.ts'
import { staffName } from '../../web/ui/full-name.ts'
import { Select } from '../../web/ui/field.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useProfile } from '../../web/api/session.ts'
import { nameCommandGroup, useProvidedCommands } from '../../web/workspace/provided-commands.ts'
import { useAddress } from '../../web/workspace/url-state.ts'
import { useNow } from '../../web/workspace/use-now.ts'
import { useColleagues } from '../../web/workspace/colleagues.tsx'
import type { PlanFields } from './contact-plan.api.ts'
import styles from './contact-plan.module.css'
import { statusLabels } from './contact-status.tsx'
import { businessDay } from '../../web/workspace/business-day.ts'
import { describeDay } from './next-step.ts'
import { NextStepForm } from './next-step-form.tsx'
import { useSavePlan } from './use-plan.ts'

/** Status, owner and next step of a contact. Each saves at once, with undo. */
export function ContactPlan({ contact }: { contact: PlannedContact }) {
  return (
    <>
      <div className={styles.row}>
        <StatusChoice contact={contact} />
        <OwnerChoice contact={contact} />
      </div>
      <NextStep contact={contact} />
    </>
  )
}

function StatusChoice({ contact: { id, status } }: { contact: PlannedContact }) {
  const save = useSavePlan()
  const [shown, show] = useChoice(status)
  const choose = (chosen: PlannedContact['status']) => {
    show(chosen)
    save({
      id,
      before: { status },
      fields: { status: chosen },
      done: `Status changed to ${statusLabels[chosen]}`,
    })
  }
  return (
    <Select
      label="Status"
      value={shown}
      onChange={({ target }) => {
        const chosen = contactStatuses.find((each) => each === target.value)
        if (chosen) choose(chosen)
      }}
    >
      {contactStatuses.map((each) => (
        <option key={each} value={each}>
          {statusLabels[each]}
        </option>
      ))}
    </Select>
  )
}

/** What a choice shows: what was chosen at once, before the next frame, and `value` again when that changes. */
function useChoice<Value>(value: Value): [shown: Value, show: (chosen: Value) => void] {
  const [choice, setChoice] = useState({ value, chosen: value })
  if (choice.value !== value) setChoice({ value, chosen: value })
  return [choice.chosen, (chosen) => setChoice({ value, chosen })]
}

function OwnerChoice({ contact }: { contact: PlannedContact }) {
  const { id, owner_id: ownerId } = contact
  const save = useSavePlan()
  const colleagues = useColleagues()
  const [shown, show] = useChoice(ownerId)
  const choose = (chosen: string | null) => {
    show(chosen)
    const owner = colleagues?.find((each) => each.id === chosen)
    const done = owner ? `Owner changed to ${staffName(owner)}` : 'Owner removed'
    save({ id, before: { owner_id: ownerId }, fields: { owner_id: chosen }, done })
  }
  const { id: ownId } = useProfile()
  const others = colleagues?.filter((each) => each.id !== ownerId) ?? []
  const select = useRef<HTMLSelectElement>(null)
  const group = nameCommandGroup(contact)
  useProvidedCommands('owner', [
    {
      group,
      label: 'Choose the owner',
      icon: 'people',
      keys: ['a'],
      takesFocus: true,
      run: () => select.current?.focus(),
    },
    ...others.map((each) => ({
      group,
      label: each.id === ownId ? 'Make me the owner' : `Change the owner to ${staffName(each)}`,
      icon: 'people' as const,
      run: () => choose(each.id),
      ...(each.id === ownId ? {} : { typedOnly: true as const }),
    })),
  ])
  return (
    <Select
      ref={select}
      label="Owner"
      value={colleagues ? (shown ?? '') : ''}
      disabled={colleagues === undefined}
      onChange={({ target }) => choose(target.value || null)}
    >
      <option value="">{colleagues ? 'No owner' : 'Loading...'}</option>
      {colleagues?.map((each) => (
        <option key={each.id} value={each.id}>
          {staffName(each)}
        </option>
      ))}
    </Select>
  )
}

const NO_STEP = { next_step: null, next_step_on: null }

function NextStep({ contact }: { contact: PlannedContact }) {
  const { params, change } = useAddress()
  const { next_step: step, next_step_on: day } = contact
  const close = () => change({ step: null }, { replace: true })
  const open = () => change({ step: '1' }, { replace: true })
  return (
    <section className={styles.step} aria-labelledby="next-step-title">
      <div className={styles.head}>
        <h3 id="next-step-title">Next step</h3>
        {params.has('step') ? null : (
          <ToolButton variant="quiet" onClick={open}>
            {step === null ? 'Add' : 'Change'}
            <span className="visually-hidden"> next step</span>
          </ToolButton>
        )}
      </div>
      {params.has('step') ? <ContactStepForm contact={contact} onClose={close} /> : null}
      {step !== null && day !== null && !params.has('step') ? (
        <StandingStep contact={{ ...contact, next_step: step, next_step_on: day }} />
      ) : null}
    </section>
  )
}

/** As much of a contact as its next step needs. */
export type WithStep = Pick<PlannedContact, 'id'> & { next_step: string; next_step_on: string }

function StandingStep({ contact }: { contact: WithStep }) {
  const today = businessDay(useNow())
  return (
    <div className={styles.standing}>
      <StepDone contact={contact} />
      <p>
        <b>{contact.next_step}</b>
        <time
          dateTime={contact.next_step_on}
          className={contact.next_step_on < today ? styles.late : undefined}
        >
          {describeDay(contact.next_step_on, today)}
        </time>
      </p>
    </div>
  )
}

/** A button that removes the next step, because it is done. Without children it is square. */
export function StepDone({ contact, children }: { contact: WithStep; children?: ReactNode }) {
  const finish = useFinishStep(contact)
  return (
    <ToolButton icon="check" aria-label={`Done: ${contact.next_step}`} title="Done" onClick={finish}>
      {children}
    </ToolButton>
  )
}

export function useFinishStep({ id, next_step, next_step_on }: WithStep): () => void {
  const save = useSavePlan()
  return () => save({ id, before: { next_step, next_step_on }, fields: NO_STEP, done: 'Next step done' })
}

function ContactStepForm({ contact, onClose }: { contact: PlannedContact; onClose: () => void }) {
  const save = useSavePlan()
  const { id, next_step, next_step_on, owner_id } = contact
  const { id: ownId } = useProfile()
  return (
    <NextStepForm
      step={next_step ?? ''}
      day={next_step_on ?? ''}
      onClose={onClose}
      onSave={(step, day) => {
        // Planning the next step of a contact without an owner makes one its owner.
        const owner: Pick<PlanFields, 'owner_id'> = { owner_id: owner_id ?? ownId }
        save({
          id,
          before: { next_step, next_step_on, owner_id },
          fields: { next_step: step, next_step_on: day, ...owner },
          done: 'Next step saved',
        })
        onClose()
      }}
    />
  )
}
