import { useId, type ComponentProps, type ReactNode } from 'react'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  boxClass?: string
}

/** A 24 px checkbox with a label that may contain links. */
export function Checkbox({ label, boxClass = '', ...input }: CheckboxProps) {
  const generated = useId()
  const id = input.id ?? generated
  return (
    <div className={`checkbox ${boxClass}`.trim()}>
      <input {...input} id={id} type="checkbox" />
      <label htmlFor={id}>{label}</label>
    </div>
  )
}
