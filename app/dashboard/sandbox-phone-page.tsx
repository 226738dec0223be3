// First, so that the sheet of a feature can say otherwise.
import './dashboard.css'
import { SandboxPhone } from './sandbox/sandbox-phone.tsx'
import { StaffPage, type StaffPageProps } from './staff-page.tsx'

/** The other end of the simulated carrier, for staff. */
export default function SandboxPhonePage({ settings }: StaffPageProps) {
  return (
    <StaffPage settings={settings}>
      <SandboxPhone />
    </StaffPage>
  )
}
