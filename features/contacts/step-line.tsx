import type { PlannedContact } from '../../db/row-types.ts'
import { useProfile } from '../../web/api/session.ts'
import { staffName } from '../../web/ui/full-name.ts'
import { Glyph } from '../../web/ui/icon.tsx'
import { DropdownMenu, MenuHead, MenuItem, MenuRule } from '../../web/ui/menu.tsx'
import { businessDay } from '../../web/workspace/business-day.ts'
import { useColleagues } from '../../web/workspace/colleagues.tsx'
import { nameCommandGroup, useProvidedCommands } from '../../web/workspace/provided-commands.ts'
import { useAddress } from '../../web/workspace/url-state.ts'
import { useNow } from '../../web/workspace/use-now.ts'
import { StepDone, useFinishStep, type WithStep } from './contact-plan.tsx'
import { describeDay, describeWeekday, suggestDays } from './next-step.ts'
import styles from './step-line.module.css'
import { usePlannedContact, useSavePlan } from './use-plan.ts'

/** The line under the name of an open person: the next step, once it is due. */
export function StepLine({ contactId }: { contactId: string }) {
  const today = businessDay(useNow())
  const { data: contact } = usePlannedContact(contactId)
  const { next_step: step = null, next_step_on: day = null } = contact ?? {}
  if (!contact || step === null || day === null || day > today) return null
  return <DueStepLine contact={{ ...contact, next_step: step, next_step_on: day }} late={day < today} />
}

function DueStepLine({ contact, late }: { contact: PlannedContact & WithStep; late: boolean }) {
  useProvidedCommands('line', [
    {
      group: nameCommandGroup(contact),
      label: 'Next step done',
      icon: 'check',
      keys: ['d'],
      run: useFinishStep(contact),
    },
  ])
  return (
    <div className={styles.line} data-late={late || undefined}>
      <p>
        <b>{late ? `Next step was due ${describeWeekday(contact.next_step_on)}:` : 'Next step, today:'}</b>{' '}
        {contact.next_step}
      </p>
      <DayMenu contact={contact} label="Move" />
      <StepDone contact={contact}>Done</StepDone>
    </div>
  )
}

/** Plans a step for a day on which the person appears under Today. The reply stays due: the promise does not move. */
export function RemindMe({ contactId }: { contactId: string }) {
  const { data: contact } = usePlannedContact(contactId)
  return contact ? <DayMenu contact={contact} label="Remind me" /> : null
}

/** Gives the next step another day, or a person without one a new step. */
function DayMenu({ contact, label }: { contact: PlannedContact; label: string }) {
  const { change } = useAddress()
  const save = useSavePlan()
  const { id: ownId } = useProfile()
  const owner = useColleagues()?.find(({ id }) => id === contact.owner_id && id !== ownId)
  const today = businessDay(useNow())
  const { id, next_step, next_step_on, owner_id } = contact
  const step = next_step ?? 'Follow up'
  const move = (day: string) =>
    save({
      id,
      before: { next_step, next_step_on, owner_id },
      fields: { next_step: step, next_step_on: day, owner_id: owner_id ?? ownId },
      done: `${step}: ${describeDay(day, today)}`,
    })
  return (
    <DropdownMenu
      className={`tool-button tool-button-quiet ${styles.days}`}
      label={label}
      trigger={
        <>
          <Glyph name="clock" />
          <span>{label}</span>
          <Glyph name="expand" size={16} />
        </>
      }
    >
      <MenuHead>
        {step}
        {owner ? `, by ${staffName(owner)}` : ''}
      </MenuHead>
      {suggestDays(today).map(({ label: name, day }) => (
        <MenuItem key={name} onClick={() => move(day)}>
          {name}
          <span className={styles.day}>{describeWeekday(day)}</span>
        </MenuItem>
      ))}
      <MenuRule />
      <MenuItem onClick={() => change({ edit: null, step: '1', pane: 'details' }, { replace: true })}>
        Pick a day
      </MenuItem>
    </DropdownMenu>
  )
}
