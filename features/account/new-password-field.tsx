import { PasswordField } from '../../web/ui/password-field.tsx'
import { passwordRule } from '../../web/api/error-text.ts'

/** A password somebody chooses, with the rule it has to keep. */
export function NewPasswordField({ label, error }: { label: string; error: string | undefined }) {
  return (
    <PasswordField
      label={label}
      name="password"
      autoComplete="new-password"
      hint={passwordRule}
      minLength={8}
      maxLength={72}
      error={error}
      required
      unmarked
    />
  )
}
