import { SidePage } from '../shell/side-page.tsx'
import { ChangeEmail } from './change-email.tsx'
import { ChangeNames } from './change-names.tsx'
import { ChangePassword } from './change-password.tsx'
import { Devices } from './devices.tsx'
import { LeadMail } from './lead-mail.tsx'
import { TwoFactor } from './two-factor.tsx'
import './account.css'

/** What a person may see and change of their own account. */
export function AccountPage() {
  return (
    <SidePage title="Your account">
      <div className="account-columns">
        <div className="account-column">
          <TwoFactor />
          <Devices />
          <LeadMail />
        </div>
        <div className="account-column">
          <ChangeNames />
          <ChangePassword />
          <ChangeEmail />
        </div>
      </div>
    </SidePage>
  )
}
