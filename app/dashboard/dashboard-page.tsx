// First, so that the sheet of a feature can say otherwise.
import './dashboard.css'
import { Dashboard } from './dashboard.tsx'
import { StaffPage, type StaffPageProps } from './staff-page.tsx'

/** The staff's side of the product. */
export default function DashboardPage({ settings }: StaffPageProps) {
  return (
    <StaffPage settings={settings}>
      <Dashboard />
    </StaffPage>
  )
}
