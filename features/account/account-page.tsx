import type { ReactNode } from 'react'
import { SidePage } from '../../web/workspace/side-page.tsx'
import { ChangeEmail } from './change-email.tsx'
import { ChangeNames } from './change-names.tsx'
import { ChangePassword } from './change-password.tsx'
import { Devices } from './own-devices.tsx'
import { TwoFactor } from './two-factor.tsx'
import styles from './account-page.module.css'

/** Settings of the signed-in user's own account; `children` are those of other features. */
export function AccountPage({ children }: { children: ReactNode }) {
  return (
    <SidePage title="Your account">
      <div className={styles.columns}>
        <div className={styles.column}>
          <ChangeNames />
          <ChangePassword />
          <ChangeEmail />
        </div>
        <div className={styles.column}>
          <TwoFactor />
          <Devices />
          {children}
        </div>
      </div>
    </SidePage>
  )
}
