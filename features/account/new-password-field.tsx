import { PasswordField } from '../../web/ui/password-field.tsx'
import { passwordRule } from '../../web/api/error-text.ts'

/** Field for a new password, with the password rule as hint. */
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
