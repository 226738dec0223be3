import { useId, useState, type ComponentProps, type ReactNode, type SyntheticEvent } from 'react'

interface FieldProps {
  label: ReactNode
  /** Shown under the label and linked by aria-describedby. */
  hint?: ReactNode
  error?: string | undefined
  fieldClass?: string
  /** Adds "(Optional)" to the label. */
  optional?: boolean
  /** Omits the required mark, for forms in which every field is required. */
  unmarked?: boolean
}

/** A single-line field with label, hint and error. */
export function Field(props: FieldProps & ComponentProps<'input'>) {
  const [frame, input] = useField(props)
  return <FieldFrame {...frame}>{<input {...input} />}</FieldFrame>
}

/** As a field's `ref`: focuses it when it appears. */
export function focusOnMount(field: HTMLInputElement | null) {
  field?.focus()
}

/** A multi-line field. */
export function Textarea(props: FieldProps & ComponentProps<'textarea'>) {
  const [frame, textarea] = useField(props)
  return <FieldFrame {...frame}>{<textarea {...textarea} />}</FieldFrame>
}

/** A select field; the options are its children. */
export function Select(props: FieldProps & ComponentProps<'select'>) {
  const [frame, select] = useField(props)
  return <FieldFrame {...frame}>{<select {...select} />}</FieldFrame>
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface ControlProps {
  id?: string | undefined
  className?: string | undefined
  required?: boolean | undefined
}

interface Frame extends Omit<FieldProps, 'unmarked'> {
  id: string
  marked: boolean
}

/**
 * Splits props between frame and control and links the two by id. What the browser finds invalid when the form is sent is an error
 * until the next input.
 */
function useField<Props extends FieldProps & ControlProps>(
  props: Props,
): [Frame, Omit<Props, keyof FieldProps>] {
  const generated = useId()
  const [problem, setProblem] = useState<string>()
  const { label, hint, fieldClass, optional, unmarked = false, error: given, ...control } = props
  const error = problem ?? given
  const id = control.id ?? generated
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  const tied = {
    ...control,
    id,
    className: `control ${control.className ?? ''}`.trim(),
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy || undefined,
    onInvalid: (event: SyntheticEvent<Control>) => {
      event.preventDefault()
      setProblem(describeProblem(event.currentTarget))
    },
    onInput: () => setProblem(undefined),
  }
  const required = control.required ?? false
  return [{ label, hint, error, fieldClass, optional, id, marked: required && !unmarked }, tied]
}

function describeProblem({ type, validity, validationMessage }: Control): string {
  if (validity.valueMissing) return 'Please fill in this field.'
  if (validity.typeMismatch && type === 'email')
    return 'Please enter a valid email address, like name@example.com.'
  return validationMessage
}

function FieldFrame(props: Frame & { children: ReactNode }) {
  const { label, hint, error, fieldClass = '', optional, id, marked, children } = props
  return (
    <div className={`field ${fieldClass}`.trim()}>
      <label className="field-label" htmlFor={id}>
        {label}
        {marked ? (
          <span className="field-required" aria-hidden="true">
            {' *'}
          </span>
        ) : null}
        {optional ? <span className="field-optional"> (Optional)</span> : null}
      </label>
      {hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {children}
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  )
}
