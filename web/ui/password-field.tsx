import { useId, useState, type ComponentProps } from 'react'
import { Field } from './field.tsx'
import styles from './password-field.module.css'

/** A password field with a show button; supports pasting and password managers. */
export function PasswordField({ label, ...rest }: ComponentProps<typeof Field>) {
  const generated = useId()
  const id = rest.id ?? generated
  const [shown, setShown] = useState(false)
  return (
    <div className={styles.field}>
      <Field
        {...rest}
        id={id}
        label={label}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
      />
      <button
        type="button"
        className={styles.toggle}
        aria-controls={id}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'}
        <span className="visually-hidden"> password</span>
      </button>
    </div>
  )
}
