import { useState, type ReactNode } from 'react'
import { contactColumnLimits } from '../../db/row-types.ts'
import { Field } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { businessDay } from '../../web/workspace/business-day.ts'
import { firstField } from '../../web/workspace/key-bindings.ts'
import { useUnsaved } from '../../web/workspace/unsaved-changes.tsx'
import { useNow } from '../../web/workspace/use-now.ts'
import { suggestDays } from './next-step.ts'
import styles from './next-step-form.module.css'

interface NextStepFormProps {
  /** What the fields show first. */
  step?: string
  /** As YYYY-MM-DD. */
  day?: string
  busy?: boolean
  /** Beside the day. */
  children?: ReactNode
  onSave: (step: string, day: string) => void
  onClose: () => void
}

/** One line and one day: the next step of a contact, or of many. */
export function NextStepForm({ busy = false, children, onSave, onClose, ...before }: NextStepFormProps) {
  const { step: oldStep = '', day: oldDay = '' } = before
  const today = businessDay(useNow())
  const [step, setStep] = useState(oldStep)
  const [day, setDay] = useState(oldDay)
  const clear = useUnsaved(step !== oldStep || day !== oldDay)
  return (
    <Form
      className={styles.form}
      aria-label="Next step"
      busy={busy || step.trim() === ''}
      onSend={() => {
        clear()
        onSave(step.trim(), day)
      }}
    >
      <Field
        ref={firstField}
        label="What to do"
        name="next_step"
        required
        unmarked
        maxLength={contactColumnLimits.next_step}
        value={step}
        onChange={({ target }) => setStep(target.value)}
      />
      <div className={styles.pair}>
        <Field
          label="When"
          name="next_step_on"
          type="date"
          required
          unmarked
          min={today}
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
        {children}
      </div>
      <div className={styles.days}>
        {suggestDays(today).map((each) => (
          <ToolButton key={each.label} aria-pressed={each.day === day} onClick={() => setDay(each.day)}>
            {each.label}
          </ToolButton>
        ))}
      </div>
      <div className="actions">
        <ToolButton type="submit" variant="primary" busy={busy}>
          {busy ? 'Saving...' : 'Save'}
          <span className="visually-hidden"> next step</span>
        </ToolButton>
        <ToolButton onClick={onClose}>Cancel</ToolButton>
      </div>
    </Form>
  )
}
