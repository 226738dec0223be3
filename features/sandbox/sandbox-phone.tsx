// First, so that the sheet of this page can say otherwise.
import '../../web/workspace/workspace.css'
import { site } from '../../site.config.ts'
import { displayNumber } from '../contacts/phone.ts'
import { useTitle } from '../../web/workspace/use-title.ts'
import { Icon } from '../../web/ui/icon.tsx'
import { Link } from '../../web/ui/link.tsx'
import { EmptyList } from '../../web/ui/list-state.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { useAddress } from '../../web/workspace/url-state.ts'
import { Handset } from './handset.tsx'
import { OddNumbers } from './odd-numbers.tsx'
import { Telephones } from './handset-list.tsx'
import './sandbox.css'

/** The telephones of the simulated carrier: what arrived on them, and a way to answer. */
export default function SandboxPhone() {
  useTitle('Simulated telephones')
  const { params } = useAddress()
  const number = params.get('number')
  return (
    <main id="main" className="dash sandbox" tabIndex={-1}>
      <header className="sandbox-head">
        <h1>Simulated telephones</h1>
        <p>
          <b>This is a simulation.</b> No carrier is connected: nothing here reaches a real telephone. Play
          the other side of a text or a call to {site.name}, and watch it arrive in the dashboard.
        </p>
        <Link className="sandbox-back" to="/login">
          <Icon name="left" size={16} />
          Back to the dashboard
        </Link>
      </header>
      <div className="sandbox-columns">
        <Telephones open={number} />
        <Panel title={number === null ? 'Telephone' : displayNumber(number)}>
          {number === null ? (
            <EmptyList>Choose a telephone, or pick one up by its number.</EmptyList>
          ) : (
            <Handset key={number} number={number} />
          )}
        </Panel>
        <OddNumbers />
      </div>
    </main>
  )
}
